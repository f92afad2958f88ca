/** A network, as relayers refer to it. */
export interface NetworkName {
  readonly network_type: string;
  readonly network: string;
}

/** Another text for every other network. */
export const networkKey = ({ network_type, network }: NetworkName): string => `${network_type}:${network}`;

/** Tells on which networks there can be relayers. */
export abstract class KnownNetworks {
  /** Those of some networks that there are, by {@link networkKey}. */
  abstract among(networks: readonly NetworkName[]): Promise<ReadonlySet<string>>;

  /** The same; nobody removes one of them before the transaction ends, which it needs. */
  abstract hold(networks: readonly NetworkName[]): Promise<ReadonlySet<string>>;

  /** The names of the networks of a type, at most 1,000. */
  abstract names(networkType: string): Promise<readonly string[]>;
}

/** For those whose networks are kept elsewhere: there is whatever a relayer is on. */
export class AnyNetwork extends KnownNetworks {
  override async among(networks: readonly NetworkName[]): Promise<ReadonlySet<string>> {
    return new Set(networks.map(networkKey));
  }

  override hold(networks: readonly NetworkName[]): Promise<ReadonlySet<string>> {
    return this.among(networks);
  }

  override async names(): Promise<readonly string[]> {
    return [];
  }
}

/** What is said of a network that there is not, in the words of the OpenZeppelin Relayer. */
export const networkNotFound = ({ network_type, network }: NetworkName): string =>
  `Network '${network}' not found for network type '${network_type}'. Please ensure the network configuration exists.`;
