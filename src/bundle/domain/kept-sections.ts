import type { KeptSection } from './configuration-file';

/** Keeps the sections of configurations that nothing here reads. Writing needs a transaction. */
export abstract class KeptSections {
  /** The JSON text of a section, as it was written. */
  abstract read(name: KeptSection): Promise<string | undefined>;

  abstract write(name: KeptSection, json: string): Promise<void>;
}
