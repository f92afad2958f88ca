import { Client, type ClientConfig } from 'pg';

/** How many connections a pool has open, and how many have broken so far. */
export interface PoolCount {
  open: number;
  losses: number;
}

/**
 * Makes the connections of a pool, and counts them. One can end in the very packet that says that it is ready, before
 * whoever gets it listens to its errors.
 */
export const countedIn = (count: PoolCount) =>
  class extends Client {
    constructor(config?: ClientConfig) {
      super(config);
      count.open++;
      this.on('error', () => count.losses++).once('end', () => count.open--);
    }
  };
