import { hash } from 'node:crypto';
import { stringifyExact } from '../kernel/exact-json';
import type { Page, PageRequest } from '../kernel/page';
import type { Published, Revision } from '../kernel/record';

export const JSON_TYPE = 'application/json; charset=utf-8';

type View<T> = (item: T) => string;

/** What records and pages were shown as: one that is given again is shown again. */
const shown = new WeakMap<object, Map<unknown, Answer>>();

function shownBefore(what: object, view: unknown, show: () => Answer): Answer {
  let views = shown.get(what);
  if (!views) shown.set(what, (views = new Map<unknown, Answer>()));
  let answer = views.get(view);
  if (!answer) views.set(view, (answer = show()));
  return answer;
}

/** What is sent: the text of the whole envelope, and the headers beside it. */
export class Answer {
  private constructor(
    readonly text: string,
    readonly headers: Readonly<Record<string, string>>,
  ) {}

  /** One record, with the tag of its state. */
  static record(record: Published, json = record.json, variant = ''): Answer {
    return new Answer(success(json), { ETag: entityTag(record, variant) });
  }

  /**
   * One record as it was read, with the tag of its state.
   * @param view one and the same function for all who see the same of records
   * @param variant tells the tags of different views apart
   */
  static read<T extends Published>(record: T, view: View<T> = asKept, variant = ''): Answer {
    return shownBefore(record, view, () => Answer.record(record, view(record), variant));
  }

  /** A record that was made, and where it is. */
  static created(path: string, record: Published, json = record.json): Answer {
    return new Answer(success(json), { ETag: entityTag(record), Location: `${path}/${record.id}` });
  }

  /** One page of a list, with links to its neighbours (RFC 8288) and a tag of what is on it. */
  static list<T extends Published>(
    path: string,
    request: PageRequest,
    page: Page<T>,
    view: View<T> = asKept,
    query: Readonly<Record<string, string>> = {},
  ): Answer {
    return shownBefore(page, view, () => {
      const pagination = { current_page: request.page, per_page: request.perPage, total_items: page.total };
      const text = success(`[${page.items.map(view).join(',')}]`, `,"pagination":${stringifyExact(pagination)}`);
      const links = linksOf(path, request, page, query);
      const tag = `"${hash('sha1', text, 'base64url')}"`;
      return new Answer(text, { ETag: tag, ...(links === '' ? {} : { Link: links }) });
    });
  }

  /** An answer that was given before, in its JSON form. */
  static repeat({ text, headers }: Answer): Answer {
    return new Answer(text, headers);
  }

  /** A value whose integers may be bigints. */
  static exact(value: unknown): Answer {
    return new Answer(success(stringifyExact(value)), {});
  }

  /** A sentence, or any other value that is plain JSON. */
  static value(value: unknown): Answer {
    return new Answer(success(JSON.stringify(value)), {});
  }
}

const asKept = ({ json }: Published): string => json;

const success = (data: string, rest = ''): string => `{"success":true,"data":${data},"error":""${rest}}`;

/** The strong tag of one state of a record, as one kind of caller sees it. */
export const entityTag = ({ position, version }: Revision, variant = ''): string =>
  `"${String(position)}.${String(version)}${variant}"`;

function linksOf(
  path: string,
  { page, perPage, after }: PageRequest,
  { items, total, omitted = 0 }: Page<Revision>,
  query: Readonly<Record<string, string>>,
): string {
  if (perPage === 0) return '';
  const last = BigInt(Math.max(1, Math.ceil(total / perPage)));
  const link = (relation: string, number: bigint, start?: number): string => {
    const parameters = new URLSearchParams({ ...query, page: String(number), per_page: String(perPage) });
    if (start !== undefined) parameters.set('after', String(start));
    return `<${path}?${parameters.toString()}>; rel="${relation}"`;
  };
  const links = [link('first', 1n)];
  if (page > 1n) links.push(link('prev', page > last ? last : page - 1n));
  // Who follows the links may have seen records go, and then stands further back than the number of the page says.
  if (after === undefined ? page < last : items.length + omitted === perPage)
    links.push(link('next', page + 1n, items.at(-1)?.position));
  return [...links, link('last', last)].join(', ');
}
