import { QueryFailedError, QueryRunnerAlreadyReleasedError } from 'typeorm';
import { DomainError } from '../kernel/domain-error';

/** SQLite cannot go on for now: locked too long, disk full, input or output failed, file not to be opened. */
const SQLITE_UNAVAILABLE = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY)/;
/** PostgreSQL: connection lost, resources gone, intervention of its operator, timeout, refused sign-in, no such database. */
const POSTGRES_UNAVAILABLE = /^(08|53|57|58|28)|^(55P03|25006|25P03|3D000)/;
const SOCKET_UNAVAILABLE = /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_)/;
/** The certificate of a server is not what was asked for, or the server speaks no TLS. */
const TLS_UNAVAILABLE = /^(ERR_TLS_|ERR_SSL_|ERR_OSSL_|CERT_|SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_|HOSTNAME_MISMATCH)/;
const PG_CLIENT_UNAVAILABLE = /does not support SSL|timeout|Connection terminated|connection error|not queryable/i;
const POSTGRES_CONFLICT = /^40(001|P01)$/;
const POSTGRES_SERIALIZATION_FAILURE = /^(40001|40P01|23505|23503)$/;

/** What a driver or the system calls an error; empty where it has no name for it. */
export const codeOf = (error: unknown): string => {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
};

const driverError = (error: unknown): unknown => (error instanceof QueryFailedError ? error.driverError : error);

/**
 * Whether a transaction failed on PostgreSQL only because a concurrent one was faster, so that the same work, run again,
 * sees what that one did: serialization failure (40001), deadlock (40P01), and a unique or foreign key that the other
 * one took or removed after this one had looked (23505, 23503).
 */
export const isSerializationFailure = (error: unknown): boolean =>
  POSTGRES_SERIALIZATION_FAILURE.test(codeOf(driverError(error)));

/**
 * What a serialization failure is when the last attempt met it, too. A key that is taken each time is no race, but a
 * mistake of the work, and stays what it is.
 */
export const asLastFailure = (error: unknown): unknown =>
  POSTGRES_CONFLICT.test(codeOf(driverError(error)))
    ? DomainError.unavailable('others keep changing the same records', error)
    : error;

/** Whether the database did not do its part. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof DomainError) return error.kind === 'unavailable' || error.kind === 'outcome_unknown';
  const cause = driverError(error);
  const code = codeOf(cause);
  return (
    // TypeORM releases the connection of a transaction as soon as it is lost.
    cause instanceof QueryRunnerAlreadyReleasedError ||
    SQLITE_UNAVAILABLE.test(code) ||
    POSTGRES_UNAVAILABLE.test(code) ||
    SOCKET_UNAVAILABLE.test(code) ||
    TLS_UNAVAILABLE.test(code) ||
    (code === '' && cause instanceof Error && PG_CLIENT_UNAVAILABLE.test(cause.message))
  );
}

/** The error of a driver as the domain knows it; what is not a matter of availability is returned as it came. */
export const translateDriverError = (error: unknown): unknown =>
  !(error instanceof DomainError) && isUnavailable(error)
    ? DomainError.unavailable('the database does not answer', driverError(error))
    : error;
