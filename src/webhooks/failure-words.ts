import { errors } from 'undici';
import { NoTunnel } from './connections';
import { RefusedAddress } from './guarded-connector';

const CLOSED = 'the connection was closed before the answer was complete';
const REFUSED = 'the connection was refused';
const UNREACHABLE = 'the address cannot be reached';
const UNKNOWN_NAME = 'the name has no address';
const UNRESOLVED = 'the name servers gave no answer';

const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: REFUSED,
  ECONNRESET: CLOSED,
  EPIPE: CLOSED,
  UND_ERR_SOCKET: CLOSED,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: CLOSED,
  EADDRNOTAVAIL: UNREACHABLE,
  EHOSTUNREACH: UNREACHABLE,
  ENETUNREACH: UNREACHABLE,
  ETIMEDOUT: UNREACHABLE,
  ENODATA: UNKNOWN_NAME,
  ENOTFOUND: UNKNOWN_NAME,
  EAI_AGAIN: UNRESOLVED,
  ESERVFAIL: UNRESOLVED,
  ETIMEOUT: UNRESOLVED,
  UND_ERR_DESTROYED: 'the service was stopped',
  UND_ERR_HEADERS_OVERFLOW: 'the answer has too many headers',
};

/** What OpenSSL finds wrong with a certificate, by how its names begin or end. */
const CERTIFICATE_CODES =
  /^(CERT_|UNABLE_TO_|ERR_TLS_CERT_)|_(CERT|CA|CHAIN|IN_CHAIN)$|^(INVALID_PURPOSE|HOSTNAME_MISMATCH)$/;

/** Why an attempt failed, for people who may know neither the network nor what else the process holds. */
export function failureWords(error: unknown): string {
  if (error instanceof RefusedAddress) return `it points to ${error.refusal.what}`;
  if (error instanceof errors.HTTPParserError) return 'the answer is not HTTP';
  const isProxied = error instanceof NoTunnel;
  const { code = '', message } = (isProxied ? error.cause : error) as NodeJS.ErrnoException;
  if (CERTIFICATE_CODES.test(code)) return 'the certificate is not valid';
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_')) return 'no encrypted connection could be made';
  // These are the words of undici for a proxy that answers in place of the receiver.
  if (/^Proxy response \(|^Proxy Authentication Required/.test(message)) return 'the proxy does not let it through';
  if (isProxied) return 'the proxy gives no connection';
  return WORDS[code] ?? `the request could not be made${code === '' ? '' : ` (${code})`}`;
}
