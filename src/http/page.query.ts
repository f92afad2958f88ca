import { Injectable, mixin, type PipeTransform, type Type } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { WITHOUT_NUL } from '../kernel/characters';
import { type JsonSchema, Optional, Rule } from '../kernel/declarations';
import { DomainError } from '../kernel/domain-error';
import { oneOfMessage } from '../kernel/one-of';
import { OpaqueTexts } from '../kernel/opaque-texts';
import { DEFAULT_PER_PAGE, MAX_PER_PAGE, type PageRequest } from '../kernel/page';

const WHOLE_NUMBER = /^\d{1,100}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;
const MAX_CHARACTERS = 255;
const CURSOR = 'must be the cursor of a link of this list';
const PAGING: ReadonlySet<string> = new Set(['page', 'per_page', 'after', 'position']);
const TEXT = { type: 'string', minLength: 1, maxLength: MAX_CHARACTERS, pattern: WITHOUT_NUL };

/** What is wrong with a parameter, whatever it is for: it may be there once, and not be empty. */
function textFault(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > MAX_CHARACTERS) {
    return `must be given once, with at most ${String(MAX_CHARACTERS)} characters`;
  }
  if (value === '') return 'must not be empty';
  return value.includes('\0') ? 'must not contain NUL' : undefined;
}

/** Declares a parameter that may be absent. `read` returns the text where it cannot read it. */
function parameter(
  read: (text: string) => unknown,
  isRead: (value: unknown) => boolean,
  rule: string | ((value: unknown) => string),
  schema: JsonSchema,
): PropertyDecorator {
  const convert = ({ value }: { readonly value: unknown }): unknown =>
    textFault(value) === undefined ? read(value as string) : value;
  return (target, property) => {
    const say = typeof rule === 'string' ? () => rule : rule;
    Rule('parameter', isRead, (value) => textFault(value) ?? say(value), schema)(target, property);
    Transform(convert, { toClassOnly: true })(target, property);
    Optional()(target, property);
  };
}

const asGiven = (text: string): string => text;

/** Declares a parameter of a query: a text. */
export const TextParameter = (): PropertyDecorator =>
  parameter(asGiven, (value) => textFault(value) === undefined, '', TEXT);

/** Declares a parameter of a query: true or false. */
export const FlagParameter = (): PropertyDecorator =>
  parameter(
    (text) => (text === 'true' || text === 'false' ? text === 'true' : text),
    (value) => typeof value === 'boolean',
    'must be true or false',
    { type: 'boolean' },
  );

/** Declares a parameter of a query: one of some texts. */
export const ChoiceParameter = (texts: readonly string[]): PropertyDecorator =>
  parameter(
    asGiven,
    (value) => texts.includes(value as string),
    (value) => oneOfMessage(texts, value),
    { type: 'string', enum: texts },
  );

/** Whether the month has the day that an instant begins with: it would silently become one of the next month. */
function hasDay(instant: string): boolean {
  const day = instant.slice(0, 'YYYY-MM-DD'.length);
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}

/** Declares a parameter of a query: an instant of ISO 8601 with its offset from UTC, as it was written. */
export const InstantParameter = (): PropertyDecorator =>
  parameter(
    asGiven,
    (value) => typeof value === 'string' && INSTANT.test(value) && !Number.isNaN(Date.parse(value)) && hasDay(value),
    'must be an ISO 8601 instant, for example 2026-01-31T12:00:00Z',
    { type: 'string', format: 'date-time' },
  );

const WholeParameter = (): PropertyDecorator =>
  parameter(
    (text) => (WHOLE_NUMBER.test(text) ? BigInt(text) : text),
    (value) => typeof value === 'bigint',
    'must be a whole number, 0 or more',
    { type: 'integer', minimum: 0 },
  );

/** The page that is asked for. Parameters that a class does not declare are ignored. */
export class PageQuery {
  @WholeParameter()
  readonly page?: bigint;

  @WholeParameter()
  readonly per_page?: bigint;

  /** A cursor: only the links of an answer use it, and a list that has links opens it by {@link CursorOf}. */
  @TextParameter()
  readonly after?: string;

  /** What the cursor stands for. */
  readonly position?: number;

  get request(): PageRequest {
    const { page = 1n, per_page = BigInt(DEFAULT_PER_PAGE), after, position } = this;
    if (after !== undefined && position === undefined) throw new Error('Nobody opened the cursor of a list');
    return {
      page: page === 0n ? 1n : page,
      perPage: Number(per_page > MAX_PER_PAGE ? MAX_PER_PAGE : per_page),
      ...(position === undefined ? {} : { after: position }),
    };
  }

  /** What was given besides the page: links to other pages repeat it. */
  get filters(): Readonly<Record<string, string>> {
    const filters = Object.entries(this).filter(([name]) => !PAGING.has(name));
    return Object.fromEntries(filters.map(([name, value]) => [name, String(value)]));
  }
}

/** Opens the cursor in the query of a list: `@Query(CursorOf(PATH)) query: PageQuery`. */
export function CursorOf(list: string): Type<PipeTransform<PageQuery, PageQuery>> {
  @Injectable()
  class CursorPipe implements PipeTransform<PageQuery, PageQuery> {
    constructor(private readonly texts: OpaqueTexts) {}

    /** @throws DomainError `invalid` where no list, or another one, made the cursor */
    transform(query: PageQuery): PageQuery {
      if (query.after === undefined) return query;
      const position = this.texts.position(list, query.after);
      if (position === undefined) throw DomainError.invalid([{ path: 'after', message: CURSOR }]);
      return Object.assign(query, { position });
    }
  }
  return mixin(CursorPipe);
}
