import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { SecretValue } from '../../kernel/secret';

/** What everybody recognises a token of this service by, secret scanners included. */
const PREFIX = 'rms';
const FORMAT = /^rms_([A-Za-z0-9]{16})_([A-Za-z0-9_-]{43})_([0-9a-f]{8})$/;
const SELECTOR_BYTES = 12;
const SECRET_BYTES = 32;

/** A text that was just made, and the digest that is stored of it. */
export interface TokenText {
  readonly text: SecretValue;
  readonly digest: string;
}

/** The public part of a token's text, by which the token is found. */
export const newSelector = (): string => randomBytes(SELECTOR_BYTES).toString('base64url').replace(/[-_]/g, '0');

/** `rms_<selector>_<256 bits of secret>_<checksum>` */
export function newTokenText(selector: string): TokenText {
  const body = `${PREFIX}_${selector}_${randomBytes(SECRET_BYTES).toString('base64url')}`;
  const text = `${body}_${checksum(body)}`;
  return { text: new SecretValue(text), digest: digestOf(text) };
}

/** SHA-256 of a token's text, in hex. A token has 256 bits of chance, so it needs no slow hash. */
export const digestOf = (text: string): string => hash('sha256', text, 'hex');

/** Whether two digests are equal, in a time that does not tell how much of them is. */
export const sameDigest = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

/** The selector of a well-formed token; undefined where the text is not one, or was mistyped. */
export function selectorOf(text: string): string | undefined {
  const [, selector, , sum] = FORMAT.exec(text) ?? [];
  return sum !== undefined && sum === checksum(text.slice(0, -9)) ? selector : undefined;
}

const checksum = (text: string): string => crc32(text).toString(16).padStart(8, '0');
