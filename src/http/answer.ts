import { stringifyExact } from '../kernel/exact-json';
import type { OpaqueTexts } from '../kernel/opaque-texts';
import { mapPage, type Page, type PageRequest } from '../kernel/page';
import type { Revision } from '../kernel/record';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** A list, as links to its other pages name it. */
interface List {
  readonly path: string;
  /** What its items are records of, where that is not the path. */
  readonly collection?: string;
  readonly request: PageRequest;
  /** The filters, as they were given. */
  readonly query?: Readonly<Record<string, string>>;
}

/** An answer with a list in it, in its envelope: the items are read while they are written. */
export interface ListBody {
  readonly before: string;
  readonly items: AsyncIterable<unknown>;
  readonly after: string;
  /** How long the items are, roughly. */
  readonly bytes: number;
}

/** What is added to the tag of a record of which a part is masked: it is another text. */
export const MASKED = '-masked';

type Headers = Readonly<Record<string, string>>;

const SUCCESS = '{"success":true,"data":';

/** What a route answers: plain data, which the envelope is put around, and the headers beside it. */
export class Answer {
  private constructor(
    readonly data: unknown,
    /** Tags and cursors tell nobody how many records there are. */
    readonly headers: (texts: OpaqueTexts) => Headers,
    readonly list?: ListBody,
  ) {}

  /**
   * One record, with the tag of its state.
   * @param collection the path of its collection
   * @param variant tells the views of one state apart that different callers see
   */
  static record(collection: string, view: unknown, revision: Revision, variant = ''): Answer {
    return new Answer(view, (texts) => ({ ETag: entityTag(texts, collection, revision, variant) }));
  }

  /** A record that was made, and where it is. */
  static created(collection: string, view: { readonly id: string }, revision: Revision, variant = ''): Answer {
    const Location = `${collection}/${encodeURIComponent(view.id)}`;
    return new Answer(view, (texts) => ({ ETag: entityTag(texts, collection, revision, variant), Location }));
  }

  /**
   * One page of a list, with links to its neighbours (RFC 8288) and a tag of the states that are on it.
   * @param variant as for a record
   */
  static page<T>(list: List, page: Page<T>, view: (item: T) => unknown, variant = ''): Answer {
    const { page: current_page, perPage: per_page } = list.request;
    const { revisions, total, bytes } = page;
    const collection = list.collection ?? list.path;
    const states = revisions.map((each) => stateOf(collection, each) + (each.variant ?? ''));
    const state = [list.path, current_page, per_page, total, ...states, variant].join();
    const pagination = stringifyExact({ current_page, per_page, total_items: total });
    return new Answer(undefined, (texts) => ({ ETag: `"${texts.tag(state)}"`, ...linksOf(texts, list, page) }), {
      before: `${SUCCESS}[`,
      items: mapPage(page, view).items,
      after: `],"error":"","pagination":${pagination}}`,
      bytes,
    });
  }

  /**
   * Plain data of which one member is a list that may be very long.
   * @param bytes how long its items are, roughly
   * @param others what comes behind it, one member at least
   */
  static long(member: string, items: AsyncIterable<unknown>, bytes: number, others: object): Answer {
    return new Answer(undefined, () => ({}), {
      before: `${SUCCESS}{${JSON.stringify(member)}:[`,
      items,
      after: `],${stringifyExact(others).slice(1)},"error":""}`,
      bytes,
    });
  }
}

const stateOf = (collection: string, { position, version }: Revision): string =>
  `${collection} ${String(position)}.${String(version)}`;

/** The strong tag of one state of a record, as one kind of caller sees it. */
const entityTag = (texts: OpaqueTexts, collection: string, revision: Revision, variant: string): string =>
  `"${texts.tag(stateOf(collection, revision))}${revision.variant ?? ''}${variant}"`;

/** Whether a tag names a state: as it is, or as a variant that some callers see. What follows a `-` tells variants apart. */
export function namesState(texts: OpaqueTexts, tag: string, collection: string, revision: Revision): boolean {
  const known = texts.tagsOf(stateOf(collection, revision));
  return known.some((text) => tag === `"${text}"` || (tag.startsWith(`"${text}-`) && tag.endsWith('"')));
}

/** The header `Link`, where there is one. */
function linksOf(
  texts: OpaqueTexts,
  { path, collection = path, request: { page, perPage, after }, query }: List,
  { revisions, total }: Page<unknown>,
): Headers {
  if (perPage === 0) return {};
  const last = BigInt(Math.max(1, Math.ceil(total / perPage)));
  const link = (relation: string, number: bigint, start?: number): string => {
    const parameters = new URLSearchParams({ ...query, page: String(number), per_page: String(perPage) });
    if (start !== undefined) parameters.set('after', texts.cursor(collection, start));
    return `<${path}?${parameters.toString()}>; rel="${relation}"`;
  };
  const links = [link('first', 1n)];
  if (page > 1n) links.push(link('prev', page > last ? last : page - 1n));
  // Who follows the links may have seen records go, and then stands further back than the number of the page says.
  if (after === undefined ? page < last : revisions.length === perPage)
    links.push(link('next', page + 1n, revisions.at(-1)?.position));
  return { Link: [...links, link('last', last)].join(', ') };
}
