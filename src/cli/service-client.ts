import { Readable } from 'node:stream';
import { request } from 'undici';
import { DomainError, type ErrorKind, type Fault } from '../kernel/domain-error';
import { parseExact } from '../kernel/exact-json';
import { isPlainObject, type PlainObject } from '../kernel/merge-patch';
import type { SecretValue } from '../kernel/secret';
import { EX_NOPERM, EX_PROTOCOL, EX_UNAVAILABLE } from './exit-codes';
import { reasonOf } from './reason-of';
import { UsageError } from './usage-error';

/** A running service did not do what it was asked for. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';

  constructor(
    message: string,
    readonly exitCode: number,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** What a status means where this command could have met the same on a database of its own. */
const KINDS: Readonly<Record<number, ErrorKind>> = { 400: 'invalid', 409: 'conflict', 412: 'precondition_failed' };

/** A whole configuration is stored within one answer, and a long one takes its time. */
const TIMEOUT_MS = 600_000;

/** Asks a running service, as the token may. */
export class ServiceClient {
  private readonly base: string;

  /** @throws UsageError where that is no URL of a service */
  constructor(
    url: string,
    private readonly token: SecretValue,
  ) {
    const parsed = URL.canParse(url) ? new URL(url) : undefined;
    const { protocol = '', username, password, search, hash } = parsed ?? {};
    if (!parsed || !/^https?:$/.test(protocol) || [username, password, search, hash].some((part) => part !== '')) {
      throw new UsageError('--url must be an http or https URL without credentials and query');
    }
    this.base = parsed.href.replace(/\/+$/, '');
  }

  /**
   * The data of the answer, integers exact.
   * @param body in NDJSON, in parts
   * @throws DomainError where what was sent is refused for what it says; ServiceError
   */
  async ask(path: string, query: Readonly<Record<string, string>> = {}, body?: Iterable<string>): Promise<unknown> {
    const { status, text } = await this.send(`${this.base}${path}?${new URLSearchParams(query).toString()}`, body);
    const answer = readEnvelope(text);
    if (!answer) {
      throw new ServiceError(
        `${this.base} does not answer as this service does (status ${String(status)})`,
        EX_PROTOCOL,
      );
    }
    if (status === 200 && answer.success === true) return answer.data;
    throw this.failure(status, answer, path);
  }

  private async send(url: string, body: Iterable<string> | undefined): Promise<{ status: number; text: string }> {
    try {
      const response = await request(url, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          authorization: `Bearer ${this.token.reveal()}`,
          ...(body !== undefined && { 'content-type': 'application/x-ndjson' }),
        },
        headersTimeout: TIMEOUT_MS,
        bodyTimeout: TIMEOUT_MS,
        ...(body !== undefined && { body: Readable.from(body) }),
      });
      return { status: response.statusCode, text: await response.body.text() };
    } catch (error) {
      throw new ServiceError(`${this.base} cannot be reached: ${reasonOf(error)}`, EX_UNAVAILABLE, { cause: error });
    }
  }

  private failure(status: number, { message, errors }: PlainObject, path: string): Error {
    const said = typeof message === 'string' ? message : `status ${String(status)}`;
    const kind = KINDS[status];
    if (kind) return new DomainError(kind, said, Array.isArray(errors) ? (errors as readonly Fault[]) : []);
    const { base } = this;
    if (status === 401) return new ServiceError(`${base} does not accept the token`, EX_NOPERM);
    if (status === 403) {
      const needed = 'configuration:read, to change something configuration:write, and no restriction to some relayers';
      return new ServiceError(`The token may not do this at ${base}: it needs ${needed}`, EX_NOPERM);
    }
    if (status === 404) return new ServiceError(`${base} has no ${path}: it may be of another version`, EX_PROTOCOL);
    if (status === 413) return new ServiceError(`${base} does not take a configuration of this length`, 1);
    return new ServiceError(`${base} could not do this: ${said}`, EX_UNAVAILABLE);
  }
}

function readEnvelope(text: string): PlainObject | undefined {
  try {
    const answer = parseExact(text);
    return isPlainObject(answer) && typeof answer.success === 'boolean' ? answer : undefined;
  } catch {
    return undefined;
  }
}
