import { Database } from '../../src/persistence/database';
import { eventually } from '../support/eventually';
import { FixedClock, FixedClockModule } from '../support/fixed-clock';
import { type OpenApp, openApp } from '../support/open-app';
import { signal } from '../support/signal';

const HOUR_MS = 3_600_000;
const KMS = { id: 's', type: 'aws_kms', config: { region: 'eu-central-1', key_id: 'k' } };
const HOOK = { id: 'n', type: 'webhook', url: 'https://hooks.example.com/n' };
const relayer = (index: number, name: string) => ({
  id: `r${String(index)}`,
  name,
  network: `n${String(index)}`,
  network_type: 'evm',
  paused: false,
  signer_id: 's',
  notification_id: 'n',
});
const fleet = (name: string, count: number) => ({
  signers: [KMS],
  notifications: [HOOK],
  relayers: Array.from({ length: count }, (_, index) => relayer(index, name)),
});

interface Entry {
  readonly time: string;
  readonly action: string;
}

describe('A configuration of which the turn to write comes late', () => {
  const clock = new FixedClock();
  let service: OpenApp;

  beforeAll(async () => {
    service = await openApp({ extensions: [FixedClockModule.with(clock)] });
  });
  afterAll(() => service.close());

  const apply = (body: unknown) => service.call('POST', '/api/v1/configuration/apply?prune=true', body);
  const entries = async (): Promise<readonly Entry[]> =>
    (await service.call('GET', '/api/v1/audit-events?resource=relayer&per_page=1000')).json.data;

  it('has had its relayers ready before, so that it holds others up for their writing alone', async () => {
    // The key of the audit log is made with its first entry.
    expect((await apply(fleet('first', 250))).status).toBe(200);
    const known = (await entries()).length;
    const database = service.app.get(Database);
    const [begun, turn] = [signal(), signal()];
    const writing = database.run(async () => {
      begun.give();
      await turn.given;
    });
    await begun.given;
    const { waiting } = database.load();
    const before = clock.now().toISOString();
    const applied = apply(fleet('second', 130));
    await eventually(() => expect(database.load().waiting).toBe(waiting + 1));
    clock.advance(HOUR_MS);
    turn.give();
    await writing;
    expect((await applied).status).toBe(200);
    const made = (await entries()).slice(known);
    const count = (action: string) => made.filter((entry) => entry.action === action && entry.time === before).length;
    expect([count('relayer.updated'), count('relayer.deleted'), made.length]).toEqual([130, 120, 250]);
    const { data } = (await service.call('GET', '/api/v1/relayers?per_page=1000')).json;
    expect(data as readonly { readonly name: string }[]).toHaveLength(130);
  });
});
