import { fieldsOf } from '../../kernel/declarations';
import { stringifyExact } from '../../kernel/exact-json';
import type { PlainObject } from '../../kernel/merge-patch';
import type { RpcConfig } from '../../relayers/domain/rpc-config';
import type { NetworkKind } from './kinds/network-kind';
import { NetworkDraft } from './network.fields';
import { networkId } from './network-id';

/** What a network has beside its type and name; only what is set. */
export interface NetworkValues extends PlainObject {
  readonly rpc_urls: readonly RpcConfig[];
}

/** The plain form of a network, in the names that everybody sees. */
export interface NetworkDocument extends NetworkValues {
  readonly id: string;
  readonly name: string;
  readonly network_type: string;
}

/** What tells networks apart, and from whom one inherits: no value of a network. */
const IDENTITY: readonly string[] = ['network_type', 'name', 'from'];

/** The names of the values that networks of every type have, in the order in which they are answered. */
const COMMON = [
  'rpc_urls',
  ...fieldsOf(NetworkDraft)
    .map(({ name }) => name)
    .filter((name) => name !== 'rpc_urls' && !IDENTITY.includes(name)),
];

/** A network that relayers can be on. Always valid for its type; a change makes another one. */
export class Network {
  readonly id: string;
  readonly values: NetworkValues;

  /**
   * @param values what it has, inherited or its own
   * @param isCatalogue whether it is one of those that are there from the first start
   */
  constructor(
    readonly name: string,
    readonly kind: NetworkKind,
    values: PlainObject,
    readonly isCatalogue = false,
  ) {
    this.id = networkId(kind.type, name);
    this.values = inOrder(kind, values);
  }

  get document(): NetworkDocument {
    const { id, name, kind, values } = this;
    const hidden: readonly string[] = kind.hidden;
    const shown = Object.entries(values).filter(([field]) => !hidden.includes(field));
    return { id, name, network_type: kind.type, ...(Object.fromEntries(shown) as NetworkValues) };
  }

  equals(other: Network): boolean {
    return stringifyExact(this.values) === stringifyExact(other.values);
  }

  withEndpoints(endpoints: readonly RpcConfig[]): Network {
    return new Network(this.name, this.kind, { ...this.values, rpc_urls: endpoints }, this.isCatalogue);
  }

  /** The network as the successor of one that is stored under its id: what was there from the first start stays so. */
  succeeding({ isCatalogue }: Network): Network {
    return new Network(this.name, this.kind, this.values, isCatalogue);
  }
}

/** Values whose text is the same wherever they come from. */
function inOrder(kind: NetworkKind, values: PlainObject): NetworkValues {
  const own = fieldsOf(kind.fields).map(({ name }) => name);
  const names = [...COMMON, ...own.filter((name) => !COMMON.includes(name) && !IDENTITY.includes(name))];
  const set = names.flatMap((name) => ((values[name] ?? null) === null ? [] : [[name, plain(values[name])] as const]));
  return Object.fromEntries(set) as NetworkValues;
}

/** Objects as objects of no class. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  return typeof value === 'object' && value !== null ? { ...value } : value;
}
