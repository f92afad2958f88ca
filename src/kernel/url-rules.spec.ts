import { readAddressRange } from './address-rules';
import { hostOf, type UrlPolicy, UrlRules } from './url-rules';

const rules = (policy: Partial<UrlPolicy> = {}): UrlRules =>
  new UrlRules({ webhookAllowedRanges: [], rpcAllowedHosts: [], rpcBlockPrivateIps: false, ...policy });
const allowing = (...ranges: readonly string[]): UrlRules =>
  rules({ webhookAllowedRanges: ranges.map((range) => readAddressRange(range)!) });

const PUBLIC = [
  'https://hooks.example.com/a',
  'https://8.8.8.8',
  'http://[2606:4700:4700::1111]:8080/',
  'https://a.internal.example',
];
const LOOPBACK = [
  'http://127.0.0.1',
  'http://127.1:8080/hook',
  'http://2130706433',
  'http://0x7f000001/',
  'http://0177.0.0.1/',
  'http://0x7f.1',
  'http://①②⑦.⓪.⓪.①',
  'http://127.0.0.1./',
  'http://127.0.0.1../',
  'http://user:password@127.0.0.1',
  'http://[::1]',
  'http://[0:0:0:0:0:0:0:1]',
  'http://[::ffff:127.0.0.1]',
  'http://[::ffff:7f00:1]',
  'http://[::127.0.0.1]',
  'http://[64:ff9b::7f00:1]',
  'http://[2002:7f00:1::]',
  'http://localhost',
  'http://LOCALHOST.',
  'http://ⓛocalhost',
  'http://%6c%6fcalhost/',
  'http://anything.localhost:3000',
];
const LOCAL_NAMES = [
  'http://receiver',
  'http://printer.local',
  'http://api.corp.internal.',
  'http://db.home.arpa',
  'http://wiki.intranet',
  'http://nas.lan',
  'http://./',
];
const METADATA = [
  'http://169.254.169.254/latest/meta-data/',
  'http://0xa9fea9fe',
  'http://2852039166',
  'http://[::ffff:169.254.169.254]',
  'http://[fd00:ec2::254]',
  'http://100.100.100.200',
  'http://metadata.google.internal/computeMetadata/v1/',
  'http://METADATA.google.internal.',
  'http://metadata',
  'http://instance-data',
];

describe('the URL of a webhook', () => {
  it.each(PUBLIC)('may be %s', (url) => {
    expect(rules().webhookFault(url)).toBeUndefined();
  });

  it.each(LOOPBACK)('must not be %s', (url) => {
    expect(rules().webhookFault(url)).toBe(
      'must not point to a loopback address, unless WEBHOOK_ALLOWED_RANGES has it',
    );
  });

  it.each(LOCAL_NAMES)('must not be %s', (url) => {
    expect(rules().webhookFault(url)).toBe(
      'must not point to a name of a local network, unless WEBHOOK_ALLOWED_RANGES has it',
    );
  });

  it.each([...METADATA, 'http://0.0.0.0:8080', 'http://0', 'http://[::]'])('is never %s', (url) => {
    expect(allowing('0.0.0.0/0', '::/0').webhookFault(url)).toMatch(
      /^must not point to (a metadata service of a cloud|an unspecified address)$/,
    );
  });

  it('may point to an allowed range, by address and by loopback name', () => {
    const local = allowing('127.0.0.0/8');
    expect(local.webhookFault('http://127.0.0.1:9000')).toBeUndefined();
    expect(local.webhookFault('http://localhost:9000')).toBeUndefined();
    expect(local.webhookFault('http://10.0.0.1')).toBeDefined();
    expect(allowing('10.0.0.0/8').webhookFault('http://localhost')).toBeDefined();
  });

  it('may have a local name where a range is allowed, whose addresses the call will check', () => {
    for (const url of LOCAL_NAMES) expect(allowing('10.0.0.0/8').webhookFault(url)).toBeUndefined();
  });
});

describe('the URL of an RPC endpoint', () => {
  it.each([...PUBLIC, ...LOOPBACK, ...LOCAL_NAMES, 'http://10.0.0.1:8545'])('may be %s', (url) => {
    expect(rules().rpcFault(url)).toBeUndefined();
  });

  it.each([...METADATA, 'http://0.0.0.0', 'http://[::]:8545'])('is never %s', (url) => {
    expect(rules().rpcFault(url)).toMatch(/^must not point to (a metadata service of a cloud|an unspecified address)$/);
  });

  it.each([...LOOPBACK, ...LOCAL_NAMES, 'http://10.0.0.1', 'http://[fe80::1]', 'http://[fd12::1]'])(
    'must not be %s where RPC_BLOCK_PRIVATE_IPS says so',
    (url) => {
      expect(rules({ rpcBlockPrivateIps: true }).rpcFault(url)).toMatch(
        /^must not point to a .*, as RPC_BLOCK_PRIVATE_IPS says$/,
      );
    },
  );

  it.each(PUBLIC)('may be %s where RPC_BLOCK_PRIVATE_IPS says so', (url) => {
    expect(rules({ rpcBlockPrivateIps: true }).rpcFault(url)).toBeUndefined();
  });

  it('must have a host of RPC_ALLOWED_HOSTS where there are any, however it is written', () => {
    const narrowed = rules({ rpcAllowedHosts: ['rpc.example.com', '10.0.0.1', '::1'] });
    for (const host of ['rpc.example.com', 'RPC.example.com.:8545', '10.0.0.1', '0xa.1', '[0::1]']) {
      expect(narrowed.rpcFault(`http://${host}/v1`)).toBeUndefined();
    }
    for (const host of [
      'example.com',
      'a.rpc.example.com',
      'rpc.example.com.evil.example',
      'rpc.example.com@evil.example',
    ]) {
      expect(narrowed.rpcFault(`http://${host}/v1`)).toBe('must point to one of the hosts in RPC_ALLOWED_HOSTS');
    }
  });

  it('is refused for its address even where its host is listed', () => {
    const narrowed = rules({ rpcAllowedHosts: ['169.254.169.254', '127.0.0.1'], rpcBlockPrivateIps: true });
    expect(narrowed.rpcFault('http://169.254.169.254')).toBe('must not point to a metadata service of a cloud');
    expect(narrowed.rpcFault('http://127.0.0.1')).toMatch(/RPC_BLOCK_PRIVATE_IPS/);
  });
});

it.each([7, null, undefined, '', 'no url', 'http://', 'mailto:a@example.com'])(
  '%p is for others to refuse',
  (value) => {
    expect(hostOf(value)).toBeUndefined();
    expect(rules().webhookFault(value)).toBeUndefined();
    expect(rules().rpcFault(value)).toBeUndefined();
  },
);
