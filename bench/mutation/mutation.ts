export interface Edit {
  /** A text that is in the file exactly once. */
  readonly find: string;
  readonly replace: string;
}

/** One protection, taken away. */
export interface Mutation extends Edit {
  readonly name: string;
  readonly kind: 'guard' | 'lock' | 'limit' | 'escape';
  readonly file: string;
  /** Further edits of the same file, where a protection has two halves. */
  readonly also?: readonly Edit[];
  /** The specs that have to fail without it. */
  readonly tests: readonly string[];
  /** What the specs need beside Node.js. */
  readonly needs?: Need;
}

export type Need = 'postgres' | 'redis';

/** The variables that give the specs what they need; without need, they are not told of it. */
export const NEEDS: Readonly<Record<Need, string>> = { postgres: 'TEST_DATABASE_URL', redis: 'TEST_REDIS_URL' };

/**
 * The text of the file without the protection.
 * @throws Error where the file no longer has what is to be replaced, or has it more than once
 */
export function mutated({ name, file, find, replace, also = [] }: Mutation, text: string): string {
  return [{ find, replace }, ...also].reduce((changed, edit) => {
    const count = changed.split(edit.find).length - 1;
    if (count !== 1) {
      throw new Error(
        `${name}: the source has changed, ${file} has ${String(count)} times ${JSON.stringify(edit.find)}`,
      );
    }
    return changed.replace(edit.find, () => edit.replace);
  }, text);
}
