import { isPlainObject, type PlainObject } from '../../../kernel/merge-patch';
import { inTurns } from '../../../kernel/turns';
import type { Validated } from '../../../kernel/validation';
import type { Network } from '../../../networks/domain/network';
import { validateNetworkDraft } from '../../../networks/domain/network.body';
import type { NetworkDraft } from '../../../networks/domain/network.fields';
import { networkId } from '../../../networks/domain/network-id';
import { parentIdOf } from '../../../networks/domain/network.rules';
import type { Items, Located } from '../configuration-document';
import { attempt, issuesOf, locateAll } from '../file-record';
import { error, type Inquiry, type Issue } from '../finding';
import { fieldNames, nearest } from '../hints';
import type { NetworkReading } from '../rules';
import { ignoringUnknown } from '../unknown-fields';
import type { ReadSection } from './read-section';

/** A network of a file before it is known what it inherits. */
interface Drafted {
  readonly id: string;
  readonly draft: Validated<NetworkDraft>;
  readonly issues: readonly Issue[];
  readonly value: PlainObject;
  readonly located: Located;
}

/** How many networks are named in one sentence. */
const MAX_NAMED = 10;

/** What files call what the API calls otherwise. */
const FILE_NAMES: Readonly<Record<string, string>> = { network_type: 'type', name: 'network' };

/** Reads the networks of a file, which inherit from one another in whatever order they come. */
export class NetworkSection {
  private readonly drafts = new Map<string, Drafted>();
  private readonly networks = new Map<string, Network | undefined>();
  private beside: ReadonlyMap<string, Network> = new Map();

  constructor(
    private readonly reading: NetworkReading,
    private readonly inquiry: Inquiry,
  ) {}

  /** Once. */
  async read(items: Items): Promise<ReadSection<Network>> {
    const { findings, signal } = this.inquiry;
    for await (const located of inTurns(items, signal)) {
      if (findings.isFull) break;
      await this.draft(located);
    }
    const parents = [...this.drafts.values()].map(({ draft }) => parentIdOf(draft.value));
    const wanted = new Set(parents.filter((id) => id !== undefined && !this.drafts.has(id)) as string[]);
    this.beside = await this.reading.beside([...wanted]);
    for await (const [drafted, circle] of inTurns(this.parentsFirst(), signal)) await this.settle(drafted, circle);
    const records = [...this.networks].flatMap(([id, network]) => (network ? [[id, network] as const] : []));
    return { records: new Map(records), ids: new Set(this.drafts.keys()), leftOut: new Set() };
  }

  private async draft(located: Located): Promise<void> {
    const { value } = located;
    const say = async (issues: readonly Issue[]): Promise<void> =>
      this.inquiry.findings.add(await locateAll(located, issues));
    if (value === undefined) return;
    if (!isPlainObject(value)) return say([error('', 'must be an object')]);
    const { type, network, ...rest } = value;
    const kind = this.reading.kinds.find(type);
    const own = kind
      ? ignoringUnknown(kind.fields, rest, '', (path) => path === 'rpc_urls')
      : { value: rest, issues: [] };
    const misnamed = Object.keys(FILE_NAMES).filter((name) => name in value);
    const body = { ...own.value, network_type: type, name: network };
    const draft = validateNetworkDraft(body, this.reading.kinds);
    const issues = [
      ...own.issues,
      ...misnamed.map((name) => error(name, 'is not a known field', `did you mean ${FILE_NAMES[name] ?? ''}?`)),
      ...('from' in value && !('rpc_urls' in value) ? [error('rpc_urls', 'is required', 'null inherits them')] : []),
    ];
    const drafted = { draft, issues, value, located };
    // Without these, nothing tells it apart from others.
    if (typeof type !== 'string' || typeof network !== 'string') return say(this.issuesOf(drafted, draft.faults));
    const id = networkId(type, network);
    if (this.drafts.has(id)) return say([error('network', `is there twice: ${id}`, 'keep one of the two')]);
    this.drafts.set(id, { id, ...drafted });
  }

  /** Each network after those that it inherits from, of which there may be very many in a row, and the circle that it is in. */
  private *parentsFirst(): Generator<readonly [Drafted, Issue | undefined]> {
    for (const last of this.drafts.values()) {
      const chain = new Map<string, Drafted>();
      let next: Drafted | undefined = last;
      while (next && !this.networks.has(next.id) && !chain.has(next.id)) {
        chain.set(next.id, next);
        next = this.drafts.get(parentIdOf(next.draft.value) ?? '');
      }
      const ids = [...chain.keys()];
      const circle = new Set(next && chain.has(next.id) ? ids.slice(ids.indexOf(next.id)) : []);
      const issue = circle.size > 0 ? circleIssue([...circle]) : undefined;
      for (const drafted of [...chain.values()].reverse()) {
        yield [drafted, circle.has(drafted.id) ? issue : undefined];
      }
    }
  }

  private async settle(drafted: Drafted, circle: Issue | undefined): Promise<void> {
    const { id, draft, located, issues } = drafted;
    const parentId = parentIdOf(draft.value) ?? '';
    const isInFile = this.drafts.has(parentId);
    const parent = isInFile ? this.networks.get(parentId) : this.beside.get(parentId);
    const isNamed = parent?.name === draft.value.from;
    const { value, faults } = attempt(() => this.reading.rules.create(draft, isNamed ? parent : undefined));
    // What is wrong with the network that it inherits from is said there.
    const settled = circle || (isInFile && !parent) ? ['from'] : [];
    const said = [...issues, ...(circle ? [circle] : []), ...this.issuesOf(drafted, faults, settled)];
    const isSound = said.every(({ severity }) => severity !== 'error');
    this.networks.set(id, isSound ? value : undefined);
    this.inquiry.findings.add(await locateAll(located, said));
  }

  private issuesOf(
    { value, draft: { value: draft } }: Omit<Drafted, 'id'>,
    faults: Validated<unknown>['faults'],
    settled: readonly string[] = [],
  ): readonly Issue[] {
    const named = faults.map(({ path, message }) => ({ path: FILE_NAMES[path] ?? path, message }));
    const kind = this.reading.kinds.find(value.type);
    const fields = (at: string): readonly string[] =>
      kind ? fieldNames(kind.fields, at).map((name) => FILE_NAMES[name] ?? name) : [];
    const issues = issuesOf(named, settled, fields, value);
    if (!issues.some(({ path }) => path === 'from')) return issues;
    const hint = nearest(String(draft.from), this.namesBeside(draft));
    return issues.map((issue) => (issue.path === 'from' && hint ? error(issue.path, issue.message, hint) : issue));
  }

  /** The names of the other networks of its type. */
  private *namesBeside({ network_type: type, name }: NetworkDraft): Generator<string> {
    for (const { draft } of this.drafts.values()) {
      if (draft.value.network_type === type && draft.value.name !== name) yield draft.value.name;
    }
  }
}

/** As much of the way as anybody reads. */
function circleIssue(ids: readonly string[]): Issue {
  const [first = '', second] = ids;
  if (second === undefined) return error('from', 'must not be the network itself');
  const way = ids.length > MAX_NAMED ? [...ids.slice(0, MAX_NAMED), '…'] : ids;
  return error('from', `must not lead back to the network: ${[...way, first].join(' -> ')}`);
}
