import { base32nopad } from '@scure/base';
import { Rule } from '../kernel/declarations';

/** The kinds of StrKey that a configuration holds, with their version bytes (SEP-23). */
const VERSIONS = { account: 6 << 3, contract: 2 << 3 } as const;

export type StrkeyKind = keyof typeof VERSIONS;

const NAMES = { account: 'account (G...)', contract: 'contract (C...)' } satisfies Record<StrkeyKind, string>;
const TEXT = { account: /^G[A-Z2-7]{55}$/, contract: /^C[A-Z2-7]{55}$/ } satisfies Record<StrkeyKind, RegExp>;

/** Writes 32 bytes as SEP-23 says: version byte, bytes, checksum, in base 32. */
export function encodeStrkey(kind: StrkeyKind, bytes: Uint8Array): string {
  const checked = Uint8Array.from([VERSIONS[kind], ...bytes]);
  const checksum = crc16(checked);
  return base32nopad.encode(Uint8Array.from([...checked, checksum & 0xff, checksum >> 8]));
}

/** The 32 bytes of a StrKey of a kind; undefined where the text is none, or its checksum is wrong. */
export function decodeStrkey(kind: StrkeyKind, text: string): Uint8Array | undefined {
  if (!TEXT[kind].test(text)) return undefined;
  const bytes = base32nopad.decode(text).subarray(1, 33);
  // SEP-23: a text is valid only where encoding its bytes again gives the same text; that checks version and checksum.
  return encodeStrkey(kind, bytes) === text ? bytes : undefined;
}

/** What is wrong with a value as a StrKey of a kind. */
export function strkeyFault(kind: StrkeyKind, value: unknown): string | undefined {
  const sound = typeof value === 'string' && decodeStrkey(kind, value) !== undefined;
  return sound ? undefined : `must be a Stellar ${NAMES[kind]} with the right StrKey checksum`;
}

/** Declares a StrKey of a kind. */
export const Strkey = (kind: StrkeyKind): PropertyDecorator =>
  Rule(
    'strkey',
    (value) => strkeyFault(kind, value) === undefined,
    (value) => strkeyFault(kind, value) ?? '',
    { type: 'string', pattern: TEXT[kind].source },
  );

/** CRC-16/XMODEM: polynomial x^16 + x^12 + x^5 + 1, starting at 0. */
function crc16(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
  }
  return crc;
}
