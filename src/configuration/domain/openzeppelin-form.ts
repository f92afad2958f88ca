import { type Finding, warning } from './finding';

/** A key that goes into an encrypted file. */
export interface Keystore {
  /** From the folder of the configuration, which is `config` in that in which the OpenZeppelin Relayer runs. */
  readonly file: string;
  /** Where it is referred to. */
  readonly at: string;
  readonly key: Uint8Array;
  /** The name of the variable with the passphrase. */
  readonly variable: string;
}

/** Where a record comes to stand. */
export interface Place {
  readonly at: string;
  /** Notes what cannot be held there. */
  readonly lose: (path: string, message: string) => void;
  readonly keystores: Keystore[];
}

/** What becomes of an export that the OpenZeppelin Relayer is to start on, as far as it can hold what is stored here. */
export class OpenZeppelinForm {
  readonly keystores: Keystore[] = [];
  /** What it cannot hold. */
  readonly losses: Finding[] = [];
  private readonly written = new Map<string, number>();

  /** The place of the next record of a section. */
  next(section: string): Place {
    const index = this.written.get(section) ?? 0;
    this.written.set(section, index + 1);
    const lose = (path: string, message: string): void => void this.losses.push(warning(path, message));
    return { at: `${section}[${String(index)}]`, lose, keystores: this.keystores };
  }
}
