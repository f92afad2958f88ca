import { base58 } from '@scure/base';
import { Rule } from '../kernel/declarations';

/** 32 bytes take 32 to 44 characters; a longer text would only cost time. */
const KEY = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;

/** A key of 32 bytes as Solana writes it. */
export const base58KeyOf = (bytes: Uint8Array): string => base58.encode(bytes);

/** What is wrong with a value as a Solana account, program or mint. */
export function base58KeyFault(value: unknown): string | undefined {
  const sound = typeof value === 'string' && KEY.test(value) && base58.decode(value).length === 32;
  return sound ? undefined : 'must be a Solana public key: 32 bytes in base58';
}

/** Declares the public key of a Solana account, program or mint. */
export const Base58Key = (options: { readonly each?: boolean } = {}): PropertyDecorator =>
  Rule(
    'base58Key',
    (value) => base58KeyFault(value) === undefined,
    (value) => base58KeyFault(value) ?? '',
    { type: 'string', pattern: KEY.source },
    options,
  );
