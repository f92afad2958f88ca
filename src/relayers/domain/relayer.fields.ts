import { Describe, Flag, ListOf, Optional, Required, Rule, Text } from '../../kernel/declarations';
import { EntityId } from '../../kernel/entity-id';
import { isPlainObject, type PlainObject } from '../../kernel/merge-patch';
import { MAX_RPC_URLS, RpcConfig } from './rpc-config';

/** The fields of a relayer that can be changed. */
export class RelayerChanges {
  @Describe('What people call the relayer.', 'Sepolia relayer')
  @Optional()
  @Text(1, 255)
  name?: string;

  @Describe('Whether its operator stopped it.', false)
  @Optional()
  @Flag()
  paused?: boolean;

  @Describe('The notification that is told of its events.', 'ops-webhook')
  @Optional()
  @EntityId()
  notification_id?: string;

  @Describe('RPC endpoints that replace those of the network.')
  @Optional()
  @ListOf(() => RpcConfig, MAX_RPC_URLS)
  custom_rpc_urls?: RpcConfig[];

  @Describe('The policies of its network type.')
  @Optional()
  @Rule('object', isPlainObject, 'must be an object', { type: 'object' })
  policies?: PlainObject;
}

/** What a relayer is made of. */
export class RelayerDraft extends RelayerChanges {
  @Describe('Its identifier; a UUID v4 where none is given.', 'sepolia-relayer')
  @Optional()
  @EntityId()
  id?: string;

  @Required()
  override name!: string;

  @Describe('The network of its network type.', 'sepolia')
  @Text(1, 255)
  network!: string;

  @Describe('The network type.', 'evm')
  @Text(1, 64)
  network_type!: string;

  @Describe('The signer that holds its key.', 'local-signer')
  @EntityId()
  signer_id!: string;

  @Required()
  override paused!: boolean;

  @Describe(
    'Its account on the network. Derived where the signer tells its public key; a different one is then refused.',
    '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf',
  )
  @Optional()
  @Text(1, 255)
  address?: string;
}
