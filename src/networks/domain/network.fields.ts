import { Describe, describeField, Flag, ListOf, Optional, Rule, Text, ValuesOf } from '../../kernel/declarations';
import { Amount } from '../../chains/amount';
import { MAX_RPC_URLS, RpcConfig } from '../../relayers/domain/rpc-config';

/** In characters. */
const MAX_URL = 8192;
const MAX_TEXT = 8192;
const MAX_ITEMS = 10_000;

/** Declares a list of texts. */
export const Texts = (): PropertyDecorator => ValuesOf((options) => Text(0, MAX_TEXT, options), MAX_ITEMS);

/** Declares a text of any meaning. */
export const FreeText = (): PropertyDecorator => Text(0, MAX_TEXT);

const isUrl = (value: unknown): boolean => typeof value === 'string' && value.length <= MAX_URL && URL.canParse(value);

/** The fields of a network that can be changed. */
export class NetworkChanges {
  @Describe('Its RPC endpoints; a URL alone stands for one of weight 100.')
  @Optional()
  @Endpoints()
  rpc_urls?: RpcConfig[];
}

/** What networks of every type are made of. */
export class NetworkDraft extends NetworkChanges {
  @Describe('The network type.', 'evm')
  @Text(1, 64)
  network_type!: string;

  @Describe('Its name, by which relayers refer to it.', 'sepolia')
  @Text(1, 255)
  name!: string;

  @Describe('The name of a network of the same type, whose values it has where it has none of its own.', 'mainnet')
  @Optional()
  @Text(1, 255)
  from?: string;

  @Describe('Where people look at its blocks.', ['https://sepolia.etherscan.io'])
  @Optional()
  @ValuesOf((options) => Rule('url', isUrl, 'must be a URL', { type: 'string', format: 'uri' }, options), MAX_ITEMS)
  explorer_urls?: string[];

  @Describe('Average time between two blocks, in milliseconds.', 12_000)
  @Optional()
  @Amount(64)
  average_blocktime_ms?: bigint;

  @Describe('Whether nothing on it is of value.', true)
  @Optional()
  @Flag()
  is_testnet?: boolean;

  @Describe('Words to find it by.', ['ethereum-based'])
  @Optional()
  @Texts()
  tags?: string[];
}

function Endpoints(): PropertyDecorator {
  const list = ListOf(() => RpcConfig, MAX_RPC_URLS, 1);
  const accepts = { type: 'array', items: { type: 'string', format: 'uri' }, minItems: 1, maxItems: MAX_RPC_URLS };
  return (target, property) => {
    list(target, property);
    describeField({ accepts })(target, property);
  };
}
