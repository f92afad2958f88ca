import { NetworkDraft } from '../network.fields';
import type { NetworkKind } from './network-kind';

export class SolanaNetwork extends NetworkDraft {}

export const solana: NetworkKind<SolanaNetwork> = {
  type: 'solana',
  title: 'Solana',
  fields: SolanaNetwork,
  required: [],
  united: ['tags'],
  hidden: [],
  examples: {
    good: [
      {
        name: 'my-validator',
        rpc_urls: [{ url: 'https://solana.example.com', weight: 100 }],
        average_blocktime_ms: 400,
        is_testnet: true,
      },
    ],
    bad: [
      {
        network: { name: '', chain_id: 1, is_testnet: 'no', explorer_urls: ['nowhere'] },
        faults: [
          { path: 'chain_id', message: 'is not a known field' },
          { path: 'name', message: 'must be a string of 1 to 255 characters' },
          { path: 'explorer_urls[0]', message: 'must be a URL' },
          { path: 'is_testnet', message: 'must be true or false' },
          { path: 'rpc_urls', message: 'is required' },
        ],
      },
    ],
  },
};
