import { base58KeyFault } from '../../../chains/base58-key';
import { Describe, Rule, Secret, Text } from '../../../kernel/declarations';
import { Base64 } from '../../../chains/encodings';
import { evmAddressFault } from '../../../chains/evm-address';
import type { SignerKind } from './signer-kind';

const MAX_CHARACTERS = 8192;

const base64Message = 'must be base64 (RFC 4648, padded) of at most 8192 characters, not all of it zero';
const message = 'must be an EVM address, or a Solana public key: 32 bytes in base58';

/** An account of the Coinbase Developer Platform. */
export class CdpSigner {
  @Describe('Id of the API key.', '00000000-0000-4000-8000-000000000004')
  @Text(1, 256)
  readonly api_key_id!: string;

  // The examples of RFC 4648 encode "foobar".
  @Describe('Secret of the API key, base64.', 'Zm9vYmFy')
  @Base64(MAX_CHARACTERS)
  @Secret()
  readonly api_key_secret!: string;

  @Describe('Secret of the wallet, base64.', 'Zm9vYmE=')
  @Base64(MAX_CHARACTERS)
  @Secret()
  readonly wallet_secret!: string;

  @Describe('Address of the account, on EVM or on Solana.', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')
  @Rule('accountAddress', isAddress, (value) => (isHex(value) ? (evmAddressFault(value) ?? '') : message), {
    type: 'string',
    pattern: '^(0x[0-9a-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$',
  })
  readonly account_address!: string;
}

const example = {
  api_key_id: '00000000-0000-4000-8000-000000000004',
  api_key_secret: 'Zm9vYmFy',
  wallet_secret: 'Zm9vYmE=',
  // An example of EIP-55.
  account_address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
};

export const cdp: SignerKind<CdpSigner> = {
  type: 'cdp',
  title: 'Coinbase Developer Platform',
  config: CdpSigner,
  networkTypes: ['evm', 'solana'],
  account: ({ account_address }) => ({ address: account_address }),
  examples: {
    // The second address is the public key of RFC 8032, 7.1, test 1, in base58.
    good: [example, { ...example, account_address: 'FVen3X669xLzsi6N2V91DoiyzHzg1uAgqiT8jZ9nS96Z' }],
    bad: [
      {
        config: { api_key_id: '', api_key_secret: 'Zm9vYmE', wallet_secret: '' },
        faults: [
          { path: 'api_key_id', message: 'must be a string of 1 to 256 characters' },
          { path: 'api_key_secret', message: base64Message },
          { path: 'wallet_secret', message: base64Message },
          { path: 'account_address', message: 'is required' },
        ],
      },
      {
        config: { ...example, api_key_secret: 'AAAA', wallet_secret: `${'A'.repeat(43)}=` },
        faults: ['api_key_secret', 'wallet_secret'].map((path) => ({ path, message: base64Message })),
      },
      {
        config: { ...example, account_address: example.account_address.replace('5aA', '5AA') },
        faults: [{ path: 'account_address', message: 'must be an EVM address with the right EIP-55 checksum' }],
      },
      ...['0x5aAe', 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ', 1].map((account_address) => ({
        config: { ...example, account_address },
        faults: [
          {
            path: 'account_address',
            message: account_address === '0x5aAe' ? 'must be an EVM address: 0x and 40 hex digits' : message,
          },
        ],
      })),
    ],
  },
};

function isHex(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith('0x');
}

function isAddress(value: unknown): boolean {
  return evmAddressFault(value) === undefined || base58KeyFault(value) === undefined;
}
