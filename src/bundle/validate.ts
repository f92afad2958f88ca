import { Bundle, type Rules, type Stored } from './domain/bundle';
import type { Findings } from './domain/finding';
import type { Source } from './source';

/** Judges a configuration by itself: neither a database nor the secrets that it refers to have to be there. */
export async function validate({ file, surroundings, findings }: Source, rules: Rules): Promise<Findings> {
  if (file) await rehearse(await Bundle.read(file, rules, surroundings, findings, true));
  return findings;
}

/** Goes through the relayers of a bundle for what is wrong with them. */
export async function rehearse(bundle: Bundle, stored?: Stored): Promise<void> {
  const relayers = bundle.relayers(stored);
  while (!(await relayers.next()).done);
}
