import fc from 'fast-check';
import { checksummed, evmAddressFault, evmAddressOf } from './evm-address';
import { publicKeyOf } from './public-key';

/** EIP-55, test cases. */
const EXAMPLES = [
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  '0xde709f2102306220921060314715629080e2fb77',
  '0x27b1fdb04752bbc536007a920d24acb045561c26',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
];

it.each(EXAMPLES)('spells %s as EIP-55 does, from any case', (address) => {
  expect(checksummed(address.toLowerCase())).toBe(address);
  expect(checksummed(`0x${address.slice(2).toUpperCase()}`)).toBe(address);
  expect(evmAddressFault(address)).toBeUndefined();
});

it.each([
  '',
  '0x',
  '0x0',
  EXAMPLES[4]?.slice(0, -1),
  `${String(EXAMPLES[4])}0`,
  `0X${'0'.repeat(40)}`,
  'g'.repeat(42),
  5,
  null,
])('refuses %p as no address', (value) => {
  expect(evmAddressFault(value)).toBe('must be an EVM address: 0x and 40 hex digits');
});

it('takes digits of one case, and of mixed ones only the right spelling', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 20, maxLength: 20 }), fc.nat(39), (bytes, index) => {
      const address = checksummed(`0x${Buffer.from(bytes).toString('hex')}`);
      expect(evmAddressFault(address.toLowerCase())).toBeUndefined();
      expect(evmAddressFault(`0x${address.slice(2).toUpperCase()}`)).toBeUndefined();
      expect(evmAddressFault(address)).toBeUndefined();

      const digit = address.charAt(index + 2);
      const other = digit === digit.toLowerCase() ? digit.toUpperCase() : digit.toLowerCase();
      const altered = address.slice(0, index + 2) + other + address.slice(index + 3);
      const digits = altered.slice(2);
      fc.pre(other !== digit && digits !== digits.toLowerCase() && digits !== digits.toUpperCase());
      expect(evmAddressFault(altered)).toBe('must be an EVM address with the right EIP-55 checksum');
    }),
  );
});

it('spells an address right again after any number of others', () => {
  for (let number = 0; number < 1_100; number++) checksummed(`0x${String(number).padStart(40, '0')}`);
  for (const address of EXAMPLES) {
    expect([checksummed(address), checksummed(address)]).toEqual([address, address]);
  }
});

it.each([
  // The private key 1, and the account 0 of Hardhat and Anvil.
  ['1'.padStart(64, '0'), '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf'],
  ['ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80', '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
])('derives from the private key %s the address %s', (key, address) => {
  expect(evmAddressOf(publicKeyOf(Buffer.from(key, 'hex'), 'secp256k1'))).toBe(address);
});
