import type { UnsupportedSection } from './configuration-document';

/** Keeps the sections of configurations that nothing here reads. Writing needs a transaction. */
export abstract class UnsupportedSections {
  /** The JSON text of a section, as it was written. */
  abstract read(name: UnsupportedSection): Promise<string | undefined>;

  abstract write(name: UnsupportedSection, json: string): Promise<void>;
}
