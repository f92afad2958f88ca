import { createCipheriv, createDecipheriv, createHmac, hash, hkdfSync } from 'node:crypto';

const KEY_BYTES = 32;
/** Of base64url. */
export const CURSOR_CHARACTERS = 22;
/** In bytes: enough that nobody finds two states with one tag. */
const TAG_BYTES = 16;
/** Half of a block of AES for the name of the list, half for the position. */
const HALF_BYTES = 8;
/** One block decides of one text only: encrypting it alone is a permutation, which needs no mode. */
const CIPHER = 'aes-256-ecb';

interface Keys {
  readonly tags: Buffer;
  readonly cursors: Buffer;
}

/**
 * Makes texts that callers may compare and hand back, and neither read nor count: entity tags, and the cursors of lists.
 * They follow from the keys alone, so every process makes the same ones, also after a restart. The first key makes them,
 * all recognise them.
 */
export class OpaqueTexts {
  private readonly making: Keys;
  private readonly known: readonly Keys[];

  /** @param keys random bytes, at least one */
  constructor(keys: readonly Buffer[]) {
    this.known = keys.map((key) => ({ tags: derived(key, 'entity tags'), cursors: derived(key, 'cursors') }));
    const [making] = this.known;
    if (!making) throw new Error('Opaque texts need a key');
    this.making = making;
  }

  /** A text of 22 characters of base64url, another one for each state. */
  tag(state: string): string {
    return tagBy(this.making, state);
  }

  /** The tags of a state under all keys. */
  tagsOf(state: string): readonly string[] {
    return this.known.map((keys) => tagBy(keys, state));
  }

  /** A text of {@link CURSOR_CHARACTERS} for a position in a list, that only this list takes back. */
  cursor(list: string, position: number): string {
    const block = Buffer.concat([nameOf(list), Buffer.alloc(HALF_BYTES)]);
    block.writeBigUInt64BE(BigInt(position), HALF_BYTES);
    return createCipheriv(CIPHER, this.making.cursors, null).setAutoPadding(false).update(block).toString('base64url');
  }

  /** The position that a cursor of the list stands for; undefined where the text is none. */
  position(list: string, cursor: string): number | undefined {
    const block = Buffer.from(cursor, 'base64url');
    if (block.length !== 2 * HALF_BYTES) return undefined;
    for (const { cursors } of this.known) {
      const opened = createDecipheriv(CIPHER, cursors, null).setAutoPadding(false).update(block);
      if (opened.subarray(0, HALF_BYTES).equals(nameOf(list))) return Number(opened.readBigUInt64BE(HALF_BYTES));
    }
    return undefined;
  }
}

const derived = (key: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), purpose, KEY_BYTES));

const tagBy = ({ tags }: Keys, state: string): string =>
  createHmac('sha256', tags).update(state).digest().subarray(0, TAG_BYTES).toString('base64url');

const nameOf = (list: string): Buffer => hash('sha256', list, 'buffer').subarray(0, HALF_BYTES);
