import { PERMISSIONS } from '../../src/auth/domain/permissions';
import { NotificationsService } from '../../src/notifications/notifications.service';
import { aNotification } from '../builders/a-notification';
import { aRelayer } from '../builders/a-relayer';
import { aSigner } from '../builders/a-signer';
import type { Step } from '../databases/same-answers.steps';
import { Transcript } from '../databases/transcript';
import { onEachDatabase, type TestDatabase } from '../support/databases';
import { FixedClock, FixedClockModule } from '../support/fixed-clock';
import { type OpenApp, openApp } from '../support/open-app';
import { OWN, refusedWhereOthersUseIt, steps, TO_BE_MADE } from './two-worlds.steps';

/** A service, and what a token for some relayers is answered by it. */
interface World {
  readonly app: OpenApp;
  readonly transcript: Transcript;
  close(): Promise<void>;
}

onEachDatabase('Two worlds that differ in what is not for a token', (create) => {
  const clock = new FixedClock();
  let worlds: readonly [World, World];

  const add = async (app: OpenApp, collection: string, body: unknown): Promise<Record<string, unknown>> => {
    const { status, text, json } = await app.call('POST', `/api/v1/${collection}`, body, { 'x-request-id': 'set-up' });
    if (status !== 201) throw new Error(`POST ${collection}: ${text}`);
    return json.data;
  };

  /** @param others adds what the caller is not to learn of; called before, between and after the caller's own */
  async function open(others: (app: OpenApp, time: number) => Promise<void>): Promise<World> {
    const database: TestDatabase = await create();
    const app = await openApp({ database, extensions: [FixedClockModule.with(clock)] });
    for (const id of ['own-signer', 'shared-signer', 'their-signer']) await add(app, 'signers', aSigner({ id }));
    for (const id of ['own', 'shared', 'theirs']) await add(app, 'notifications', aNotification({ id }));
    await others(app, 1);
    for (const [index, id] of OWN.entries()) {
      const notification_id = index === 0 ? 'own' : 'shared';
      await add(
        app,
        'relayers',
        aRelayer({ id, signer_id: 'shared-signer', network: `network-of-${id}`, notification_id }),
      );
      await others(app, index + 2);
    }
    const relayers = [...OWN, ...TO_BE_MADE];
    const { token } = await add(app, 'tokens', { name: 'some', permissions: PERMISSIONS, relayers });
    await others(app, OWN.length + 2);
    const transcript = new Transcript(app.url, String(token), true);
    return {
      app,
      transcript,
      close: async () => {
        transcript.close();
        await app.close();
        await database.drop();
      },
    };
  }

  async function addOthers(app: OpenApp, time: number): Promise<void> {
    const id = `another-${String(time)}`;
    const network = time === 1 ? 'network-of-another' : `network-of-${id}`;
    const signer_id = time === 2 ? 'their-signer' : 'shared-signer';
    const notification_id = time === 3 ? 'shared' : 'theirs';
    await add(app, 'relayers', aRelayer({ id, signer_id, network, notification_id, paused: true }));
    await add(app, 'tokens', { name: id, permissions: ['relayers:read'], relayers: [id] });
    await app.call('PATCH', `/api/v1/relayers/${id}`, { name: 'changed' });
    const gone = aRelayer({ id: `gone-${id}`, signer_id, network: `gone-${id}` });
    await add(app, 'relayers', gone);
    await app.call('DELETE', `/api/v1/relayers/gone-${id}`);
    if (time === 3) await app.app.get(NotificationsService).noteDeliveryState('shared', 'failing');
  }

  const answersTo = async (step: Step): Promise<readonly [string, string]> => [
    await worlds[0].transcript.answer(step),
    await worlds[1].transcript.answer(step),
  ];

  beforeAll(async () => {
    worlds = [await open(async () => undefined), await open(addOthers)];
  });
  afterAll(async () => {
    for (const world of worlds) await world.close();
  });

  it(`answer ${String(steps.length)} requests alike`, async () => {
    const differences: object[] = [];
    for (const step of steps) {
      const [one, other] = await answersTo(step);
      if (one !== other) differences.push({ step, one, other });
    }
    expect(differences).toEqual([]);
  });

  it('follow the links of a list alike', async () => {
    for (const first of [
      '/relayers?per_page=1',
      '/audit-events?per_page=3',
      '/notifications/shared/deliveries?per_page=1',
    ]) {
      let path: string | undefined = `/api/v1${first}`;
      while (path !== undefined) {
        const [one, other]: readonly string[] = await answersTo({ method: 'GET', path });
        expect(other).toBe(one);
        path = /<([^>]+)>; rel="next"/.exec(one)?.[1];
      }
    }
  });

  it('differ where the caller reaches for what others use: that is refused, whoever they are', async () => {
    for (const step of refusedWhereOthersUseIt) {
      const answer = await worlds[1].transcript.answer(step);
      expect(answer).toMatch(/^403 Forbidden\n[^]*"message":"Forbidden"}$/);
      expect(answer).not.toMatch(/another|their/);
      expect(await worlds[0].transcript.answer(step)).toMatch(/^20[01] /);
    }
  });
});
