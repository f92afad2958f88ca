import { type AddressPolicy, type AddressRange, validateAddress, readAddressRange } from './address-rules';

const ranges = (...texts: readonly string[]): readonly AddressRange[] => texts.map((text) => readAddressRange(text)!);
const publicOnly: AddressPolicy = { publicOnly: true, allowedRanges: [] };
const anywhere: AddressPolicy = { publicOnly: false, allowedRanges: [] };
const exceptFor = (...texts: readonly string[]): AddressPolicy => ({
  publicOnly: true,
  allowedRanges: ranges(...texts),
});

describe('an address that is to be called', () => {
  it.each([
    '1.1.1.1',
    '8.8.8.8',
    '172.15.255.255',
    '172.32.0.0',
    '2606:4700:4700::1111',
    '2a00:1450::1',
    '::ffff:8.8.8.8',
  ])('may be %s on the public internet', (address) => {
    expect(validateAddress(address, publicOnly)).toBeUndefined();
  });

  it('may be one of the public internet behind NAT64, as hosts without IPv4 see all of IPv4', () => {
    expect(validateAddress('64:ff9b::8.8.8.8', publicOnly)).toBeUndefined();
  });

  it.each([
    ['127.0.0.1', 'a loopback address'],
    ['127.255.255.255', 'a loopback address'],
    ['::1', 'a loopback address'],
    ['::ffff:127.0.0.1', 'a loopback address'],
    ['::127.0.0.1', 'a loopback address'],
    ['::ffff:0:127.0.0.1', 'a loopback address'],
    ['64:ff9b::127.0.0.1', 'a loopback address'],
    ['2002:7f00:1::', 'a loopback address'],
    ['10.0.0.1', 'a private address'],
    ['172.16.0.1', 'a private address'],
    ['172.31.255.255', 'a private address'],
    ['192.168.1.1', 'a private address'],
    ['64:ff9b::c0a8:101', 'a private address'],
    ['64:ff9b:1::10.0.0.1', 'a private address'],
    ['2002:a00:1::', 'a private address'],
    ['fc00::1', 'a private address'],
    ['fdff::1', 'a private address'],
    ['169.254.1.1', 'a link-local address'],
    ['fe80::1', 'a link-local address'],
    ['fe80::1%eth0', 'a link-local address'],
    ['febf::1', 'a link-local address'],
    ['100.64.0.1', 'a private address of a provider (carrier-grade NAT)'],
    ['100.127.255.255', 'a private address of a provider (carrier-grade NAT)'],
    ['224.0.0.1', 'a multicast address'],
    ['239.255.255.255', 'a multicast address'],
    ['ff02::1', 'a multicast address'],
    ['255.255.255.255', 'the broadcast address'],
    ['0.1.2.3', 'a reserved address'],
    ['192.0.0.1', 'a reserved address'],
    ['192.0.2.1', 'a reserved address'],
    ['198.18.0.1', 'a reserved address'],
    ['198.51.100.1', 'a reserved address'],
    ['203.0.113.1', 'a reserved address'],
    ['240.0.0.1', 'a reserved address'],
    ['100::1', 'a reserved address'],
    ['2001:db8::1', 'a reserved address'],
    ['2001::1', 'a reserved address'],
    ['2002:808:808::', 'a reserved address'],
    ['3fff::1', 'a reserved address'],
    ['4000::1', 'a reserved address'],
    ['fec0::1', 'a reserved address'],
  ])('is refused as %s is %s, unless a range allows it', (address, what) => {
    expect(validateAddress(address, publicOnly)).toEqual({ what, always: false });
    expect(validateAddress(address, anywhere)).toBeUndefined();
    expect(validateAddress(address, exceptFor('0.0.0.0/0', '::/0'))).toBeUndefined();
  });

  it.each([
    '169.254.169.254',
    '::ffff:169.254.169.254',
    '::a9fe:a9fe',
    '64:ff9b::a9fe:a9fe',
    '2002:a9fe:a9fe::1',
    '169.254.170.2',
    '169.254.0.23',
    '169.254.42.42',
    '100.100.100.200',
    '168.63.129.16',
    '192.0.0.192',
    'fd00:ec2::254',
    'fd20:ce::254',
    'fd00:c1::a9fe:a9fe',
    'fd00:42::42',
    'fe80::a9fe:a9fe',
    'fe80::a9fe:a9fe%eth0',
  ])('is never %s, where a cloud has its metadata', (address) => {
    const refusal = { what: 'a metadata service of a cloud', always: true };
    expect(validateAddress(address, exceptFor('0.0.0.0/0', '::/0'))).toEqual(refusal);
    expect(validateAddress(address, anywhere)).toEqual(refusal);
  });

  it.each(['0.0.0.0', '::', '::ffff:0.0.0.0', '64:ff9b::'])('is never the unspecified %s', (address) => {
    expect(validateAddress(address, anywhere)).toEqual({ what: 'an unspecified address', always: true });
  });

  it.each(['', 'localhost', '127.1', '0177.0.0.1', '2130706433', '[::1]', '1.2.3.4.5'])(
    'is never %p, which is none',
    (text) => {
      expect(validateAddress(text, anywhere)).toEqual({ what: 'something that is no address', always: true });
    },
  );

  it.each([
    ['10.1.2.3', '10.1.0.0/16', true],
    ['10.2.2.3', '10.1.0.0/16', false],
    ['::ffff:10.1.2.3', '10.1.0.0/16', true],
    ['64:ff9b::10.1.2.3', '10.1.0.0/16', true],
    ['2002:a01:203::', '10.1.0.0/16', false],
    ['2002:a01:203::', '2002::/16', true],
    ['fd12::1', 'fd12::/16', true],
    ['fd13::1', 'fd12::/16', false],
    ['127.0.0.1', '127.0.0.1', true],
    ['127.0.0.2', '127.0.0.1', false],
    ['::1', '127.0.0.0/8', false],
    ['::1', '::1', true],
  ])('%s with %s allowed: %p', (address, range, isAllowed) => {
    expect(validateAddress(address, exceptFor(range)) === undefined).toBe(isAllowed);
  });
});

it.each([
  '',
  '10.0.0.0/33',
  '::/129',
  '10.0.0.0/',
  '10.0.0.0/-1',
  '10.0.0.0/8/8',
  '10/8',
  '0x0a.0.0.0/8',
  'fe80::1%eth0',
  'host',
])('%p is no range of addresses', (text) => {
  expect(readAddressRange(text)).toBeUndefined();
});
