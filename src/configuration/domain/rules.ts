import type { PlainObject } from '../../kernel/merge-patch';
import type { UrlRules } from '../../kernel/url-rules';
import type { NetworkKinds } from '../../networks/domain/kinds';
import type { Network } from '../../networks/domain/network';
import type { NetworkRules } from '../../networks/domain/network.rules';
import type { KnownNetworks } from '../../relayers/domain/known-networks';
import type { NetworkTypes } from '../../relayers/domain/policies';
import type { SignerKinds } from '../../signers/domain/kinds';
import type { ReferenceResolver } from './reference-resolver';

/** What networks of a file are validated by. */
export interface NetworkReading {
  readonly kinds: NetworkKinds;
  readonly rules: NetworkRules;
  /** The networks of some ids that there are beside the file. */
  readonly beside: (ids: readonly string[]) => Promise<ReadonlyMap<string, Network>>;
}

/** What a configuration is validated by. */
export interface Rules {
  readonly kinds: SignerKinds;
  readonly networkTypes: NetworkTypes;
  readonly urls: UrlRules;
  readonly networks: NetworkReading;
  /** Where relayers can be beside the networks of the file. */
  readonly known: KnownNetworks;
}

/** What records are judged by where the OpenZeppelin Relayer is to read them. */
export interface OpenZeppelinRules {
  readonly kinds: SignerKinds;
  readonly networkTypes: NetworkTypes;
  readonly resolver: ReferenceResolver;
  /**
   * The values of a network of the file, inherited ones included; undefined for one that it has not. Absent where it has no
   * networks, of which all is said then.
   */
  readonly network?: ((type: string, name: string) => PlainObject | undefined) | undefined;
}
