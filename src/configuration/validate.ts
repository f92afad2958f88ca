import type { Source } from './configuration-files';
import { Configuration, type Rules, type StoredReferences } from './domain/configuration';
import { type Finding, sorted } from './domain/finding';

/** What all the relayers of a configuration are found to be. */
export interface ValidatedRelayers {
  readonly ids: ReadonlySet<string>;
  readonly findings: readonly Finding[];
}

/** Validates a configuration by itself: neither a database nor the secrets that it refers to have to be there. */
export async function validate({ document, resolver, findings }: Source, rules: Rules): Promise<readonly Finding[]> {
  if (!document) return sorted(findings);
  const read = await Configuration.read(document, rules, { resolver, needsSecrets: false });
  const relayers = await validateRelayers(read.configuration, undefined);
  return sorted([...findings, ...read.findings, ...relayers.findings]);
}

/** Goes through the relayers of a configuration, of which nothing but the ids is held in memory. */
export async function validateRelayers(
  configuration: Configuration,
  stored: StoredReferences | undefined,
): Promise<ValidatedRelayers> {
  const [ids, all] = [new Set<string>(), [] as Finding[]];
  for await (const { id, findings } of configuration.relayers(stored)) {
    if (id !== undefined) ids.add(id);
    all.push(...findings);
  }
  return { ids, findings: all };
}
