import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream';
import { text } from 'node:stream/consumers';
import { DomainError, type ErrorKind, type Fault } from '../kernel/domain-error';
import { parseExact } from '../kernel/exact-json';
import { isPlainObject, type PlainObject } from '../kernel/merge-patch';
import type { SecretValue } from '../kernel/secret';
import { EX_NOPERM, EX_PROTOCOL, EX_UNAVAILABLE } from './exit-codes';
import { reasonOf } from './reason-of';
import { ServiceError } from './service-error';

/** What a status means where this command could have met the same on a database of its own. */
const KINDS: Readonly<Record<number, ErrorKind>> = { 400: 'invalid', 409: 'conflict', 412: 'precondition_failed' };

/** A whole configuration is stored within one answer, and a long one takes its time. */
const TIMEOUT_MS = 600_000;

/** Asks a running service, as the token may. */
export class ServiceClient {
  /** @param base the URL of the service, without a slash at its end */
  constructor(
    private readonly base: string,
    private readonly token: SecretValue,
  ) {}

  /**
   * The data of the answer, integers exact.
   * @param body in NDJSON, in parts
   * @throws DomainError where what was sent is refused for what it says; ServiceError
   */
  async ask(path: string, query: Readonly<Record<string, string>> = {}, body?: Iterable<string>): Promise<unknown> {
    const { status, text: answered } = await this.send(
      `${this.base}${path}?${new URLSearchParams(query).toString()}`,
      body,
    );
    const answer = readEnvelope(answered);
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
    const headers = {
      authorization: `Bearer ${this.token.reveal()}`,
      ...(body !== undefined && { 'content-type': 'application/x-ndjson' }),
    };
    try {
      // Node's own client: another one takes longer to load than most answers.
      const { request } = url.startsWith('https:') ? await import('node:https') : await import('node:http');
      const call = request(url, { method: body === undefined ? 'GET' : 'POST', headers, timeout: TIMEOUT_MS });
      // Whoever waits hears of an error; what comes after the answer concerns nobody.
      call.on('error', () => undefined);
      call.once('timeout', () => call.destroy(new Error('no answer in time')));
      const answered = once(call, 'response') as Promise<[IncomingMessage]>;
      // Who is refused early may not get rid of all of it.
      pipeline(body ?? [], call, () => undefined);
      const [response] = await answered;
      return { status: response.statusCode ?? 0, text: await text(response) };
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
