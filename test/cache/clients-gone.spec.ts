import { randomInt } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { eventually } from '../support/eventually';
import { Client } from './client';
import { ModelService, ModelStore } from './model';
import { prepare } from './readers-and-writers';

const ROUNDS = 1_000;
const PATH = '/api/v1/relayers';
const REQUEST = `GET ${PATH} HTTP/1.1\r\nHost: model\r\nAuthorization: Bearer operator\r\n\r\n`;

describe('Clients that share a loading', () => {
  const store = new ModelStore();
  /** Who waits for it to go on with an answer; nothing is held where it is undefined. */
  let held: (() => void)[] | undefined;
  const hold = (): Promise<void> => (held ? new Promise((resolve) => held?.push(resolve)) : Promise.resolve());
  let isSnapshotHeld = false;
  const service = new ModelService(
    store,
    undefined,
    ({ method }) => (method === 'GET' && !isSnapshotHeld ? hold() : Promise.resolve()),
    () => (isSnapshotHeld ? hold() : Promise.resolve()),
  );
  let url: string;
  let client: Client;

  beforeAll(async () => {
    url = await service.listen();
    client = new Client(url, 'operator');
    await prepare(url, 'operator');
  });
  afterAll(async () => {
    client.close();
    await service.close();
  });
  beforeEach(() => {
    held = undefined;
    isSnapshotHeld = false;
    store.commit(() => undefined);
  });

  const release = (): void => {
    const waiting = held ?? [];
    held = undefined;
    for (const go of waiting) go();
  };

  const send = async (): Promise<Socket> => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(REQUEST);
    return socket;
  };

  it('are answered by one loading, however many they are', async () => {
    held = [];
    const loads = service.loads;
    const first = client.call('GET', PATH);
    await eventually(() => expect(held).toHaveLength(1));
    const others = Array.from({ length: 20 }, () => client.call('GET', PATH));
    await eventually(() => expect(service.cache.waiting).toBe(20));
    release();
    const texts = new Set((await Promise.all([first, ...others])).map(({ text }) => text));
    expect([texts.size, service.loads - loads]).toEqual([1, 1]);
  });

  it('get what a commit between the snapshot and the loading has changed, and it is not stored', async () => {
    held = [];
    const first = client.call('GET', PATH);
    await eventually(() => expect(held).toHaveLength(1));
    const late = client.call('GET', PATH);
    await eventually(() => expect(service.cache.waiting).toBe(1));
    store.commit(() => {
      store.records.get('relayer-1')!.name = 'round 2';
    });
    release();
    await first;
    expect((await late).text).toContain('round 2');
    expect((await client.call('GET', PATH)).text).toContain('round 2');
  });

  it('are led by the next one where the first goes away', async () => {
    held = [];
    const first = await send();
    await eventually(() => expect(held).toHaveLength(1));
    const others = Array.from({ length: 5 }, () => client.call('GET', PATH));
    await eventually(() => expect(service.cache.waiting).toBe(5));
    first.destroy();
    await eventually(() => expect(held).toHaveLength(2));
    release();
    expect((await Promise.all(others)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  });

  it('wait for nobody who went away before it was known what is current', async () => {
    [held, isSnapshotHeld] = [[], true];
    const gone = await send();
    await eventually(() => expect(held).not.toHaveLength(0));
    const closed = once(service.connections, 'gone');
    gone.destroy();
    await closed;
    release();
    isSnapshotHeld = false;
    const { passed, hit } = service.cache.counts;
    for (let count = 0; count < 2; count++) expect((await client.call('GET', PATH)).status).toBe(200);
    expect([service.cache.counts.passed - passed, service.cache.counts.hit - hit]).toEqual([0, 1]);
  });

  it('wait for nobody who takes too long', async () => {
    held = [];
    const first = client.call('GET', PATH);
    await eventually(() => expect(held).toHaveLength(1));
    const second = client.call('GET', PATH);
    await eventually(() => expect(held).toHaveLength(2));
    release();
    expect([(await first).status, (await second).status]).toEqual([200, 200]);
  });

  it.each([
    ['stored', 1000, 1],
    ['passed on without a wait', 1024 * 1024, 2],
  ])('find an answer %s that has %i bytes', async (_, bytes, loads) => {
    const before = service.loads;
    for (let count = 0; count < 2; count++) await client.call('GET', `/api/v1/relayers?large=${String(bytes)}`);
    expect(service.loads - before).toBe(loads);
  });

  it(`leave nobody hanging where they go away ${String(ROUNDS)} times, while they lead or wait`, async () => {
    let answered = 0;
    for (let round = 0; round < ROUNDS; round += 20) {
      store.commit(() => undefined);
      const leaving = await Promise.all(Array.from({ length: 20 }, send));
      const staying = Array.from({ length: 5 }, () => client.call('GET', PATH));
      for (const socket of leaving) {
        for (let turns = randomInt(3); turns > 0; turns--) await turn();
        socket.destroy();
      }
      for (const { status } of await Promise.all(staying)) answered += status === 200 ? 1 : 0;
    }
    expect(answered).toBe(ROUNDS / 4);
    await eventually(() => expect(service.cache.waiting).toBe(0));
    const { passed } = service.cache.counts;
    await client.call('GET', PATH);
    expect(service.cache.counts.passed).toBe(passed);
  });
});
