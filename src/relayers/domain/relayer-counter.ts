/** How many relayers there are on one network. */
export interface NetworkCount {
  readonly networkType: string;
  readonly network: string;
  readonly relayers: number;
}

/** How many relayers there are, and in what state. */
export interface RelayerCounts {
  readonly all: number;
  readonly paused: number;
  readonly systemDisabled: number;
  /** The first ones by type and name, and no more than were asked for. */
  readonly networks: readonly NetworkCount[];
}

/** Counts the relayers. It takes long where there are many, and keeps nobody else from the database. */
export abstract class RelayerCounter {
  abstract count(mostNetworks: number): Promise<RelayerCounts>;
}
