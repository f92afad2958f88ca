import { DomainError, type Fault } from '../kernel/domain-error';
import { DEFAULT_PER_PAGE, MAX_PER_PAGE, type PageRequest } from '../kernel/page';
import type { ApiRequest } from './api-request';

const WHOLE_NUMBER = /^\d{1,100}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;
const MOST_CHARACTERS = 255;
const NONE: ApiRequest['query'] = {};
const RULE = `must be given once, with at most ${String(MOST_CHARACTERS)} characters`;

/**
 * Reads the query of a request parameter by parameter, and reports every fault at once. Parameters that nobody reads
 * are ignored; one that is read may be there once, and not be empty.
 */
export class Query {
  private readonly faults: Fault[] = [];

  private readonly parameters: ApiRequest['query'];
  private readonly accepted: Record<string, string> = {};

  /** Express reads the query anew each time it is asked. */
  constructor(request: ApiRequest) {
    this.parameters = request.url.includes('?') ? request.query : NONE;
  }

  /** What was read besides the page, as it was given: links to other pages repeat it. */
  get given(): Readonly<Record<string, string>> {
    return this.accepted;
  }

  text(name: string): string | undefined {
    const value = this.read(name);
    if (value !== undefined) this.accepted[name] = value;
    return value;
  }

  boolean(name: string): boolean | undefined {
    const text = this.text(name);
    if (text === 'true' || text === 'false') return text === 'true';
    if (text !== undefined) this.refuse(name, 'must be true or false');
    return undefined;
  }

  oneOf<Value extends string>(name: string, values: readonly Value[]): Value | undefined {
    const text = this.text(name);
    const value = values.find((known) => known === text);
    if (text !== undefined && value === undefined) this.refuse(name, `must be one of ${values.join(', ')}`);
    return value;
  }

  /** An instant of ISO 8601 with its offset from UTC. */
  instant(name: string): Date | undefined {
    const text = this.text(name);
    const instant = text !== undefined && INSTANT.test(text) ? new Date(text) : undefined;
    if (instant !== undefined && !Number.isNaN(instant.getTime())) return instant;
    if (text !== undefined) this.refuse(name, 'must be an ISO 8601 instant, for example 2026-01-31T12:00:00Z');
    return undefined;
  }

  /** The page that is asked for: `page`, `per_page`, and `after`, which only the links of an answer use. */
  page(): PageRequest {
    const page = this.wholeNumber('page') ?? 1n;
    const perPage = this.wholeNumber('per_page') ?? BigInt(DEFAULT_PER_PAGE);
    const after = this.wholeNumber('after');
    return {
      page: page === 0n ? 1n : page,
      perPage: Number(perPage > MAX_PER_PAGE ? MAX_PER_PAGE : perPage),
      ...(after === undefined ? {} : { after: Number(after > 2n ** 31n ? 2n ** 31n : after) }),
    };
  }

  /** @throws DomainError `invalid` where a parameter broke a rule */
  check(): void {
    if (this.faults.length > 0) throw DomainError.invalid(this.faults);
  }

  private wholeNumber(name: string): bigint | undefined {
    const text = this.read(name);
    if (text !== undefined && WHOLE_NUMBER.test(text)) return BigInt(text);
    if (text !== undefined) this.refuse(name, 'must be a whole number, 0 or more');
    return undefined;
  }

  private read(name: string): string | undefined {
    const value: unknown = this.parameters[name];
    if (value === undefined) return undefined;
    if (typeof value !== 'string' || value.length > MOST_CHARACTERS) this.refuse(name, RULE);
    else if (value === '') this.refuse(name, 'must not be empty');
    else if (value.includes('\0')) this.refuse(name, 'must not contain NUL');
    else return value;
    return undefined;
  }

  /** The parameter then counts as absent. */
  private refuse(path: string, message: string): void {
    this.faults.push({ path, message });
  }
}
