import { Resolver } from 'node:dns/promises';
import { type NameServer, startNameServer } from '../../test/support/name-server';
import { NameResolver } from './name-resolver';

class OwnResolver extends NameResolver {
  constructor(private readonly server: string) {
    super();
  }

  protected override servers(): Resolver {
    const resolver = new Resolver({ timeout: 50, tries: 1 });
    resolver.setServers([this.server]);
    return resolver;
  }
}

let server: NameServer;
let names: NameResolver;

beforeEach(async () => {
  server = await startNameServer({
    'hooks.example.com': ['203.0.113.1', '2001:db8::1', '203.0.113.2'],
    'four.example.com': ['203.0.113.4'],
    'six.example.com': ['2001:db8::6'],
    'dead.example.com': [],
  });
  names = new OwnResolver(server.address);
});

afterEach(() => server.close());

it('tells every address of a name, of both kinds', async () => {
  expect(await names.addressesOf('hooks.example.com')).toEqual(['203.0.113.1', '203.0.113.2', '2001:db8::1']);
  expect(await names.addressesOf('four.example.com')).toEqual(['203.0.113.4']);
  expect(await names.addressesOf('six.example.com')).toEqual(['2001:db8::6']);
});

it('knows the names of the machine itself', async () => {
  expect(await names.addressesOf('localhost')).toContain('127.0.0.1');
  expect(await new NameResolver().addressesOf('localhost')).toContain('127.0.0.1');
});

it('waits for no thread of the system where a name server is dead', async () => {
  await expect(names.addressesOf('dead.example.com')).rejects.toMatchObject({ code: 'ETIMEOUT' });
});

it('throws where a name has no address', async () => {
  await expect(names.addressesOf('no-such-name.invalid')).rejects.toMatchObject({ syscall: 'getaddrinfo' });
});
