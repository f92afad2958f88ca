import { DomainError } from '../kernel/domain-error';

/**
 * Refuses what the OpenZeppelin Relayer does beside managing its configuration.
 * @param done what is done elsewhere: `transactions are sent`
 * @throws DomainError `not_implemented` always
 */
export function leaveToRelayerProcess(done: string): never {
  throw DomainError.notImplemented(
    `Not Implemented: ${done} by a relayer process, ask it there; this service manages what it is configured with`,
  );
}
