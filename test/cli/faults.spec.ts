import { resolve } from 'node:path';
import { type BuiltService, builtEntryPoint, endAll, startBuiltService } from '../support/built-service';
import { fleetSettings } from '../support/built-fleet';
import { onEachDatabase, onPostgres, type TestDatabase } from '../support/databases';
import { eventually } from '../support/eventually';
import { API_KEY, call } from '../support/open-app';
import { rawRequest } from '../support/raw-request';
import { scratchFolder } from '../support/scratch';

const EX_SOFTWARE = 70;
const NOTIFICATIONS = '/api/v1/notifications';
const NODE_OPTIONS = `--require ${resolve(__dirname, '../support/faults.cjs')}`;
const FAULTS = ['request event', 'request stream', 'response stream', 'timer', 'promise'];

beforeAll(() => {
  builtEntryPoint();
}, 180_000);

afterEach(endAll);

jest.setTimeout(60_000);

const post = ({ baseUrl }: BuiltService, id: string) =>
  call(baseUrl + NOTIFICATIONS, 'POST', { id, url: 'https://hooks.example.com' }, {});

onEachDatabase('A fault outside of a handler', (create) => {
  const folder = scratchFolder();
  let database: TestDatabase;
  let service: BuiltService;

  beforeEach(async () => {
    database = await create();
    service = await startBuiltService(folder(), { ...fleetSettings(database), NODE_OPTIONS });
  });
  afterEach(() => database.drop());

  it.each(FAULTS)('in a %s ends its connection, and nothing else', async (fault) => {
    const body = '{"url":"https://hooks.example.com"}';
    const head = [
      `POST ${NOTIFICATIONS} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${API_KEY}\r\nX-Fault: ${fault}`,
      `Content-Type: application/json\r\nContent-Length: ${String(body.length)}\r\n\r\n`,
    ];
    // It would be kept alive.
    await rawRequest(service.baseUrl, head.join('\r\n') + body);
    await eventually(() => expect(service.printed()).toMatch(/"a fault of a test".*ended its connection/));
    expect((await post(service, 'afterwards')).status).toBe(201);
    expect(await service.stop()).toBe(0);
  });

  it('of no connection ends the process, which says why', async () => {
    service.kill('SIGUSR2');
    expect(await service.ended).toBe(EX_SOFTWARE);
    expect(service.printed()).toMatch(/"a fault of a test".*ends this process/);
  });
});

// Nothing comes between the statements of a transaction on SQLite.
onPostgres('A fault in an open transaction', (create) => {
  const folder = scratchFolder();

  it('ends the process, which would hold its locks for ever', async () => {
    const database = await create();
    const service = await startBuiltService(folder(), { ...fleetSettings(database), NODE_OPTIONS });
    await post(service, 'fault-in-a-transaction').catch(() => undefined);
    expect(await service.ended).toBe(EX_SOFTWARE);
    await database.drop();
  });
});
