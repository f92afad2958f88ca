import { DomainError, type Fault } from '../../kernel/domain-error';
import type { PlainObject } from '../../kernel/merge-patch';
import { meantInstead } from '../../kernel/one-of';
import type { UrlRules } from '../../kernel/url-rules';
import type { Validated } from '../../kernel/validation';
import type { RpcConfig } from '../../relayers/domain/rpc-config';
import type { NetworkKinds } from './kinds';
import type { NetworkKind } from './kinds/network-kind';
import { Network } from './network';
import type { NetworkDraft } from './network.fields';
import { networkId } from './network-id';

/** What is said of a network that inherits from none that there is; with the one of some names that was probably meant. */
function fromFault(draft: NetworkDraft, names: readonly string[]): Fault {
  const { network_type, name, from } = draft;
  const isItself = typeof name === 'string' && parentIdOf(draft) === networkId(network_type, name);
  if (isItself) return { path: 'from', message: 'must not be the network itself' };
  const none = `there is no ${String(from)}${meantInstead(names, from)}`;
  return { path: 'from', message: `must be the name of a network of type ${network_type}: ${none}` };
}

/** The rules of networks. */
export class NetworkRules {
  constructor(
    private readonly kinds: NetworkKinds,
    private readonly urls: UrlRules,
  ) {}

  /**
   * The network that a draft describes.
   * @param parent the one that it inherits from; undefined where there is none
   * @param names what may have been meant where there is none
   * @throws DomainError `invalid` with every fault
   */
  create(
    { value: draft, faults }: Validated<NetworkDraft>,
    parent: Network | undefined,
    names: readonly string[] = [],
  ): Network {
    const kind = this.kinds.find(draft.network_type);
    if (!kind) throw DomainError.invalid(faults);
    const { network_type, name, from, ...own } = draft;
    const isOrphan = (from ?? null) !== null && !parent;
    const values = inherited(kind, parent?.values ?? {}, own);
    const all = [
      ...faults,
      ...(isOrphan ? [fromFault(draft, names)] : missing(kind, values)),
      ...this.rpcUrlFaults(draft.rpc_urls),
      ...(kind.check?.({ ...values, network_type, name }) ?? []),
    ];
    if (all.length > 0) throw DomainError.invalid(all);
    return new Network(name, kind, values);
  }

  /** Why relayer processes may not call endpoints. */
  rpcUrlFaults(endpoints: readonly RpcConfig[] | undefined): readonly Fault[] {
    return (endpoints ?? []).flatMap(({ url }, index) => {
      const message = this.urls.rpcFault(url);
      return message === undefined ? [] : [{ path: `rpc_urls[${String(index)}].url`, message }];
    });
  }
}

/** The id of the network that a draft inherits from. */
export const parentIdOf = ({ network_type, from }: NetworkDraft): string | undefined =>
  typeof network_type === 'string' && typeof from === 'string' ? networkId(network_type, from) : undefined;

/** What a network has: its own values before inherited ones, and both of what is united. */
function inherited({ united }: NetworkKind, parent: PlainObject, own: PlainObject): PlainObject {
  const set = Object.entries(own).filter(([, value]) => (value ?? null) !== null);
  const both = set.map(([name, value]) => {
    const before = parent[name];
    const isUnited = (united as readonly string[]).includes(name) && Array.isArray(before) && Array.isArray(value);
    return [name, isUnited ? [...new Set([...(before as unknown[]), ...(value as unknown[])])] : value] as const;
  });
  return { ...parent, ...Object.fromEntries(both) };
}

const missing = ({ required }: NetworkKind, values: PlainObject): Fault[] =>
  ['rpc_urls', ...required]
    .filter((name) => values[name] === undefined)
    .map((path) => ({ path, message: 'is required' }));
