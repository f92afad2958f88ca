import { SecretValue } from '../kernel/secret';
import { valueOf } from './read-settings';
import { type SettingFault, SettingsError } from './settings';

const NAME = 'RELAYCTL_TOKEN';

/** What is needed to ask a running service. */
export interface ClientSettings {
  readonly token: SecretValue;
}

/**
 * The settings of a command that asks a running service, as the environment gives them.
 * @throws SettingsError
 */
export function readClientSettings(environment: NodeJS.ProcessEnv = process.env): ClientSettings {
  const faults: SettingFault[] = [];
  const token = valueOf(NAME, environment, faults);
  if (token !== undefined && /^[\x21-\x7e]+$/.test(token)) return { token: new SecretValue(token) };
  if (faults.length > 0) throw new SettingsError(faults);
  throw new SettingsError([
    { name: NAME, expected: 'a token of the service that --url names', example: 'rms_… (relayctl token create)' },
  ]);
}
