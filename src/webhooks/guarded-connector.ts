import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { type AddressPolicy, validateAddress, type Refusal } from '../kernel/address-rules';
import type { NameResolver } from './name-resolver';

/** After which the next address of a name is tried, too. */
const NEXT_ADDRESS_MS = 1000;

/** Says that a connection was not made because of where it would have gone to. */
export class RefusedAddress extends Error {
  constructor(readonly refusal: Refusal) {
    super(`Refused: ${refusal.what}`);
  }
}

/**
 * Makes connections to addresses that may be called, only. A name is resolved once: what was validated is what is called, and
 * one address that may not be called spoils all.
 */
export function guardedConnector(
  policy: AddressPolicy,
  names: NameResolver,
  timeoutMs: number,
): buildConnector.connector {
  const validated = (addresses: readonly string[]): readonly string[] => {
    if (addresses.length === 0) throw Object.assign(new Error('No address'), { code: 'ENODATA' });
    for (const address of addresses) {
      const refusal = validateAddress(address, policy);
      if (refusal) throw new RefusedAddress(refusal);
    }
    return addresses;
  };
  const lookup: LookupFunction = (name, _options, callback) => {
    names
      .addressesOf(name)
      .then(validated)
      .then(
        (addresses) =>
          callback(
            null,
            addresses.map((address) => ({ address, family: isIP(address) })),
          ),
        (error: unknown) => callback(error as Error, []),
      );
  };
  const connect = buildConnector({
    lookup,
    timeout: timeoutMs,
    // Asks `lookup` for all addresses, which is what it answers.
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS,
  });
  return (options, callback) => {
    // An address in a URL is never looked up.
    const refusal = isIP(options.hostname) > 0 ? validateAddress(options.hostname, policy) : undefined;
    if (refusal) queueMicrotask(() => callback(new RefusedAddress(refusal), null));
    else connect(options, callback);
  };
}
