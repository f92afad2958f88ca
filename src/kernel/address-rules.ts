import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** A range of addresses: one of them, and how many leading bits all share with it. */
export type AddressRange = readonly [Address, number];

/** Which addresses may be called. */
export interface AddressPolicy {
  /** Whether addresses are refused that are no hosts of the public internet. */
  readonly publicOnly: boolean;
  /** Ranges that may be called all the same; they never open what is refused always. */
  readonly allowedRanges: readonly AddressRange[];
}

/** Why an address may not be called. */
export interface Refusal {
  /** With its article: `a loopback address`. */
  readonly what: string;
  /** Whether no policy can allow it. */
  readonly always: boolean;
}

/** Where clouds hand credentials to whoever asks from inside. */
const METADATA = [
  '169.254.169.0/24', // most clouds; the name servers and clocks of Amazon's
  '169.254.170.0/24', // credentials of Amazon's containers
  '169.254.0.23/32', // Tencent
  '169.254.42.42/32', // Scaleway
  '100.100.100.200/32', // Alibaba
  '168.63.129.16/32', // Azure's platform
  '192.0.0.192/32', // Oracle
  'fd00:ec2::/32', // Amazon
  'fd20:ce::254/128', // Google
  'fd00:c1::a9fe:a9fe/128', // Oracle
  'fd00:42::42/128', // Scaleway
  'fe80::a9fe:a9fe/128', // OpenStack
].map((range) => ipaddr.parseCIDR(range));

/** The addresses of "this host", which systems take for the loopback ones. */
const UNSPECIFIED = ['0.0.0.0/32', '::/128'].map((range) => ipaddr.parseCIDR(range));

/** What is routed on the public internet (IANA, IPv6 Global Unicast); all else is special, known or not. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');
/** Whose last 32 bits are an IPv4 address: NAT64 (RFC 6052, RFC 8215), compatible (RFC 4291), translated (RFC 2765). */
const ENDS_IN_IPV4 = ['64:ff9b::/96', '64:ff9b:1::/48', '::/96', '::ffff:0:0:0/96'].map((range) =>
  ipaddr.parseCIDR(range),
);
const NAT64 = ipaddr.parseCIDR('64:ff9b::/96');
const SIX_TO_FOUR = ipaddr.parseCIDR('2002::/16');

const NAMES: Readonly<Record<string, string>> = {
  loopback: 'a loopback address',
  private: 'a private address',
  uniqueLocal: 'a private address',
  linkLocal: 'a link-local address',
  carrierGradeNat: 'a private address of a provider (carrier-grade NAT)',
  multicast: 'a multicast address',
  broadcast: 'the broadcast address',
};

/**
 * Validates an address that is to be called, in any notation of RFC 4291 or four decimal parts; what is no address is
 * refused. An IPv4 address inside an IPv6 one counts as what it is.
 */
export function validateAddress(text: string, { publicOnly, allowedRanges }: AddressPolicy): Refusal | undefined {
  if (isIP(text) === 0) return { what: 'something that is no address', always: true };
  const address = ipaddr.process(text);
  const embedded = embeddedIn(address);
  const forms = embedded ? [address, embedded] : [address];
  if (forms.some((form) => isIn(METADATA, form))) return { what: 'a metadata service of a cloud', always: true };
  if (forms.some((form) => isIn(UNSPECIFIED, form))) return { what: 'an unspecified address', always: true };
  const reached = embedded && isIn([NAT64], address) ? embedded : address;
  if (!publicOnly || isPublic(reached) || isIn(allowedRanges, address) || isIn(allowedRanges, reached))
    return undefined;
  return { what: NAMES[(embedded ?? address).range()] ?? 'a reserved address', always: false };
}

/** Reads `address/length`, or an address, which stands for itself alone; undefined where the text is neither. */
export function readAddressRange(text: string): AddressRange | undefined {
  const [base = '', length, ...rest] = text.split('/');
  if (isIP(base) === 0 || base.includes('%') || rest.length > 0) return undefined;
  const bits = isIP(base) === 4 ? 32 : 128;
  if (length === undefined) return [ipaddr.parse(base), bits];
  return /^\d{1,3}$/.test(length) && Number(length) <= bits ? [ipaddr.parse(base), Number(length)] : undefined;
}

const isIn = (ranges: readonly AddressRange[], address: Address): boolean =>
  ranges.some(([first, bits]) => first.kind() === address.kind() && address.match([first, bits]));

const isPublic = (address: Address): boolean =>
  address.range() === 'unicast' && (address.kind() === 'ipv4' || isIn([GLOBAL_UNICAST], address));

/** The IPv4 address that an IPv6 one carries: who calls this one may reach that one. */
function embeddedIn(address: Address): ipaddr.IPv4 | undefined {
  const bytes = address.toByteArray();
  if (['loopback', 'unspecified'].includes(address.range())) return undefined;
  if (isIn(ENDS_IN_IPV4, address)) return new ipaddr.IPv4(bytes.slice(12));
  if (isIn([SIX_TO_FOUR], address)) return new ipaddr.IPv4(bytes.slice(2, 6));
  return undefined;
}
