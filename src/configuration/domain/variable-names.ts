import { createHash } from 'node:crypto';

/** A secret as a file has it. */
export interface Reference {
  readonly type: 'env' | 'plain';
  readonly value: string;
}

/** A secret that is to be referred to. */
export interface Secret {
  /** What a name is made of where it has none. */
  readonly place: readonly string[];
  readonly text: string;
  /** The variable that it came from. */
  readonly variable?: string | undefined;
}

/** What stands for a secret. */
export type Refer = (secret: Secret) => Reference;

/**
 * Names of variables: those that secrets came from, else made of their places. One name never stands for two secrets:
 * then the second gets a number.
 */
export class VariableNames {
  /** The digests of what they hold, as nothing here needs to keep that. */
  private readonly taken = new Map<string, string>();

  readonly refer: Refer = ({ place, text, variable }) => {
    const digest = createHash('sha256').update(text).digest('hex');
    const name = variable ?? nameOf(place);
    let free = name;
    for (let number = 2; !this.isFree(free, variable === undefined ? undefined : digest); number++) {
      free = `${name}_${String(number)}`;
    }
    this.taken.set(free, digest);
    return { type: 'env', value: free };
  };

  /** Two secrets that came from one variable share it for as long as they are the same. */
  private isFree(name: string, digest: string | undefined): boolean {
    const known = this.taken.get(name);
    return known === undefined || known === digest;
  }

  /** In the order of the alphabet. */
  get all(): readonly string[] {
    return [...this.taken.keys()].sort();
  }
}

const nameOf = (place: readonly string[]): string =>
  place
    .join('_')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_');
