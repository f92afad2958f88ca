import { Bundle, type Rules } from './domain/bundle';
import { Findings } from './domain/finding';
import { FileSurroundings } from './file-surroundings';
import { openConfiguration } from './open-configuration';

/** Judges a configuration file by itself: neither a database nor its secrets have to be there. */
export async function validateFile(path: string, rules: Rules): Promise<Findings> {
  const findings = new Findings();
  const opened = openConfiguration(path, findings);
  try {
    if (opened.file)
      await rehearse(await Bundle.read(opened.file, rules, new FileSurroundings(opened.path), findings, true));
  } finally {
    opened.close();
  }
  return findings;
}

/** Goes through the relayers of a bundle for what is wrong with them. */
export async function rehearse(bundle: Bundle): Promise<void> {
  const relayers = bundle.relayers();
  while (!(await relayers.next()).done);
}
