import { Describe, Optional } from '../../../kernel/declarations';
import { FreeText, NetworkDraft } from '../network.fields';
import type { NetworkKind } from './network-kind';

export class StellarNetwork extends NetworkDraft {
  @Describe('What its transactions are signed for.', 'Test SDF Network ; September 2015')
  @Optional()
  @FreeText()
  passphrase?: string;

  @Describe('URL of its Horizon server.', 'https://horizon-testnet.stellar.org')
  @Optional()
  @FreeText()
  horizon_url?: string;
}

export const stellar: NetworkKind<StellarNetwork> = {
  type: 'stellar',
  title: 'Stellar',
  fields: StellarNetwork,
  required: [],
  united: ['tags'],
  hidden: [],
  examples: {
    good: [
      {
        name: 'my-standalone',
        rpc_urls: [{ url: 'https://soroban.example.com', weight: 100 }],
        average_blocktime_ms: 5000,
        is_testnet: true,
        passphrase: 'Standalone Network ; February 2017',
        horizon_url: 'https://horizon.example.com',
      },
    ],
    bad: [
      {
        network: { name: 'x', rpc_urls: [{ url: 'https://a.example.com', weight: 101 }], passphrase: 1 },
        faults: [
          { path: 'passphrase', message: 'must be a string of 0 to 8192 characters' },
          { path: 'rpc_urls[0].weight', message: 'must be a whole number from 0 to 100' },
        ],
      },
    ],
  },
};
