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

/** Declares a text in base64 of at most `most` characters. */
export const Base64 = (most: number): PropertyDecorator =>
  Rule(
    'base64',
    (value) => typeof value === 'string' && value.length <= most && readBase64(value) !== undefined,
    `must be base64 (RFC 4648, padded) of at most ${String(most)} characters`,
    { type: 'string', contentEncoding: 'base64', minLength: 4, maxLength: most },
  );
