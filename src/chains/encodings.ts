import { base64 } from '@scure/base';
import { Rule } from '../kernel/declarations';

const HEX = /^(?:0x)?((?:[0-9a-f]{2})+)$/i;

/** The bytes that a text says in hex, with or without a leading `0x`; undefined where it says none. */
export function readHex(text: string): Uint8Array | undefined {
  const digits = HEX.exec(text)?.[1];
  return digits === undefined ? undefined : Uint8Array.from(Buffer.from(digits, 'hex'));
}

/** The bytes that a text says in base64 (RFC 4648, section 4, padded); undefined where it says none. */
export function readBase64(text: string): Uint8Array | undefined {
  try {
    return text === '' ? undefined : base64.decode(text);
  } catch {
    return undefined;
  }
}

/** Base64 as a pattern of JSON Schema: the bits that the last character has too many are zero. */
const PADDED = '^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$';
const ZERO = '^(0[xX])?(0+|A+=*)$';

/** Declares a secret in base64 of at most `most` characters. */
export const Base64 = (most: number): PropertyDecorator =>
  Rule(
    'base64',
    (value) =>
      typeof value === 'string' && value.length <= most && readBase64(value) !== undefined && !isZeroKey(value),
    `must be base64 (RFC 4648, padded) of at most ${String(most)} characters, not all of it zero`,
    {
      type: 'string',
      contentEncoding: 'base64',
      minLength: 4,
      maxLength: most,
      pattern: PADDED,
      not: { pattern: ZERO },
    },
  );

/** Declares a private key of `least` to `most` characters, in whatever form. */
export const PrivateKeyText = (least: number, most: number): PropertyDecorator =>
  Rule(
    'privateKeyText',
    (value) => typeof value === 'string' && value.length >= least && value.length <= most && !isZeroKey(value),
    `must be a key of ${String(least)} to ${String(most)} characters, not all of it zero`,
    { type: 'string', minLength: least, maxLength: most },
  );

/** Whether a key is nothing but zeros, in hex, in base64 or as PEM: nobody has such a key, who forgot theirs sends it. */
function isZeroKey(text: string): boolean {
  const digits = text.replace(/-----[A-Z ]+-----|\s/g, '').replace(/^0x/i, '');
  return /^(0+|A+=*)$/.test(digits);
}
