import { IsArray, IsBoolean } from 'class-validator';
import { type AddressRange, readAddressRange } from '../kernel/address-rules';
import type { UrlPolicy } from '../kernel/url-rules';
import { toFlag, toHost, toList } from './conversions';
import { Setting } from './setting.decorator';

/** Where the URLs of records may point to. */
export class UrlSettings implements UrlPolicy {
  @Setting(
    'WEBHOOK_ALLOWED_RANGES',
    'ranges of addresses as CIDR writes them, with commas between them',
    '127.0.0.0/8,10.20.0.0/16,fd12::/16',
    toList(readAddressRange),
  )
  @IsArray()
  readonly webhookAllowedRanges: readonly AddressRange[] = [];

  @Setting(
    'RPC_ALLOWED_HOSTS',
    'host names or addresses without ports, with commas between them',
    'rpc.example.com,10.20.0.5',
    toList(toHost),
  )
  @IsArray()
  readonly rpcAllowedHosts: readonly string[] = [];

  @Setting('RPC_BLOCK_PRIVATE_IPS', 'true or false', 'true', toFlag)
  @IsBoolean()
  readonly rpcBlockPrivateIps: boolean = false;
}
