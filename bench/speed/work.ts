/** What a load generator asks for, over and over. */
export type Work =
  /** Reads the paths in turn. */
  | { readonly kind: 'read'; readonly paths: readonly string[] }
  /** Changes the relayers in turn, each time to another name. */
  | { readonly kind: 'patch'; readonly ids: readonly string[] }
  /** Changes a relayer, then reads the path that many times. */
  | { readonly kind: 'mixed'; readonly ids: readonly string[]; readonly path: string; readonly reads: number }
  /** Creates relayers of one signer, each on a network of its own. */
  | { readonly kind: 'create'; readonly signer: string }
  /** One client changes a relayer, then reads the path; only the reading counts. */
  | { readonly kind: 'after-change'; readonly path: string; readonly id: string };

export interface Load {
  readonly url: string;
  readonly token: string;
  readonly connections: number;
  readonly seconds: number;
  readonly work: Work;
}

export interface LoadResult {
  readonly requests: number;
  readonly seconds: number;
  /** In milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Answers other than 2xx, and requests without one. */
  readonly failures: number;
}

/** A change that differs from the one before it, so that there is always something to commit. */
export const changeNumber = (number: number): string =>
  JSON.stringify({ name: `Renamed ${String(number)}`, paused: number % 2 === 0 });

export const creationNumber = (signer: string, number: number): string =>
  JSON.stringify({
    name: `Created ${String(number)}`,
    network: `bench-${String(number)}`,
    network_type: 'evm',
    signer_id: signer,
    paused: false,
    policies: { gas_price_cap: 100_000_000_000, eip1559_pricing: true },
  });

/** The value below which that share of the sorted values lies. */
export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
