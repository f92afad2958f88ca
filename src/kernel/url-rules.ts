import { isIP } from 'node:net';
import { type AddressPolicy, type AddressRange, validateAddress, type Refusal } from './address-rules';

/** What an operator allows URLs to point to. */
export interface UrlPolicy {
  /** Special addresses that webhooks may be delivered to. */
  readonly webhookAllowedRanges: readonly AddressRange[];
  /** The only hosts that RPC endpoints may have, as {@link hostOf} writes them; empty allows all. */
  readonly rpcAllowedHosts: readonly string[];
  readonly rpcBlockPrivateIps: boolean;
}

/** Names under which clouds offer their metadata services. */
const METADATA_NAMES = new Set([
  'instance-data',
  'instance-data.ec2.internal',
  'metadata',
  'metadata.azure.internal',
  'metadata.goog',
  'metadata.google.internal',
  'metadata.packet.net',
  'metadata.platformequinix.com',
  'metadata.tencentyun.com',
]);

/** Names that mean another host in every network (RFC 6761, RFC 6762 appendix G, RFC 8375), or have no domain at all. */
const LOCAL_NAME = /(^|\.)(localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa)$|^[^.]*$/;
const LOOPBACK_NAME = /(^|\.)localhost$/;

/**
 * Validates where the URLs of records point to, as far as they say it: a host that is an address or a well-known name. What
 * other names resolve to is validated when they are called, by {@link validateAddress}.
 */
export class UrlRules {
  /** What webhooks may call, for the one who calls them. */
  readonly webhooks: AddressPolicy;
  private readonly rpc: AddressPolicy;
  private readonly rpcAllowedHosts: ReadonlySet<string>;

  constructor({ webhookAllowedRanges, rpcAllowedHosts, rpcBlockPrivateIps }: UrlPolicy) {
    this.webhooks = { publicOnly: true, allowedRanges: webhookAllowedRanges };
    this.rpc = { publicOnly: rpcBlockPrivateIps, allowedRanges: [] };
    this.rpcAllowedHosts = new Set(rpcAllowedHosts);
  }

  /** Why the URL of a webhook may not be called, as far as it says itself where it points to. */
  webhookRefusal(value: unknown): Refusal | undefined {
    const host = hostOf(value);
    return host === undefined ? undefined : validateHost(host, this.webhooks);
  }

  /** What is wrong with a value as the URL of a webhook; nothing where it is no URL, which is for others to say. */
  webhookFault(value: unknown): string | undefined {
    const refusal = this.webhookRefusal(value);
    return (
      refusal && `must not point to ${refusal.what}${refusal.always ? '' : ', unless WEBHOOK_ALLOWED_RANGES has it'}`
    );
  }

  /** What is wrong with a value as the URL of an RPC endpoint; nothing where it is no URL. */
  rpcFault(value: unknown): string | undefined {
    const host = hostOf(value);
    if (host === undefined) return undefined;
    const refusal = validateHost(host, this.rpc);
    if (refusal) return `must not point to ${refusal.what}${refusal.always ? '' : ', as RPC_BLOCK_PRIVATE_IPS says'}`;
    const isListed = this.rpcAllowedHosts.size === 0 || this.rpcAllowedHosts.has(host);
    return isListed ? undefined : 'must point to one of the hosts in RPC_ALLOWED_HOSTS';
  }
}

/**
 * The host of a URL: a name in lower case without the dot that may end it, or an address in its one canonical notation,
 * without brackets. Undefined where the value is no URL that has a host.
 */
export function hostOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || !URL.canParse(value)) return undefined;
  const { hostname } = new URL(value);
  return hostname === '' ? undefined : hostname.toLowerCase().replace(/\.+$|^\[|\]$/g, '');
}

function validateHost(host: string, policy: AddressPolicy): Refusal | undefined {
  if (isIP(host) > 0) return validateAddress(host, policy);
  if (METADATA_NAMES.has(host)) return { what: 'a metadata service of a cloud', always: true };
  if (LOOPBACK_NAME.test(host)) return validateAddress('127.0.0.1', policy) && validateAddress('::1', policy);
  // Which address a local name has is not known yet: with a range allowed, the call will tell.
  const isRefused = policy.publicOnly && policy.allowedRanges.length === 0 && LOCAL_NAME.test(host);
  return isRefused ? { what: 'a name of a local network', always: false } : undefined;
}
