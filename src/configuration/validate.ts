import { taken } from '../kernel/turns';
import type { Source } from './configuration-files';
import { Configuration, type Rules } from './domain/configuration';
import { FileRelayers } from './domain/file-relayers';
import { type Finding, Findings } from './domain/finding';

/** Validates a configuration by itself: neither a database nor the secrets that it refers to have to be there. */
export async function validate(
  { document, resolver, findings: known }: Source,
  rules: Rules,
): Promise<readonly Finding[]> {
  const findings = new Findings();
  findings.add(known);
  if (!document) return findings.all;
  const configuration = await Configuration.read(document, rules, { resolver, needsSecrets: false }, { findings });
  await taken(new FileRelayers(configuration, {}).read({ findings }));
  return findings.all;
}
