import type { ConfigurationFile } from './domain/configuration-file';
import { Findings } from './domain/finding';
import type { Surroundings } from './domain/surroundings';
import { FileSurroundings } from './file-surroundings';
import { openConfiguration } from './open-configuration';

/** A configuration that was opened. */
export interface Source {
  /** Absent where it cannot be read at all, which the findings tell. */
  readonly file: ConfigurationFile | undefined;
  readonly surroundings: Surroundings;
  readonly findings: Findings;
}

/** Opens a configuration file for the time of some work. */
export async function withFile<T>(path: string, work: (source: Source) => Promise<T>): Promise<T> {
  const findings = new Findings();
  const opened = openConfiguration(path, findings);
  try {
    return await work({ file: opened.file, surroundings: new FileSurroundings(opened.path), findings });
  } finally {
    opened.close();
  }
}
