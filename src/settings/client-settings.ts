import { IsInstance } from 'class-validator';
import { SecretValue } from '../kernel/secret';
import { toSecret } from './conversions';
import { Setting } from './setting.decorator';

/** What is needed to ask a running service. */
export class ClientSettings {
  @Setting(
    'RELAYCTL_TOKEN',
    'a token of the service that --url names',
    'rms_… (relayctl token create)',
    toSecret((text) => /^[\x21-\x7e]+$/.test(text)),
  )
  @IsInstance(SecretValue)
  readonly token!: SecretValue;
}
