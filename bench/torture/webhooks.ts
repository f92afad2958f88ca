import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Service } from '../support/service';
import { addRelayers, send, sure, versionOf } from './client';
import { type Scenario, type Stage, databases } from './scenario';
import { Receiver } from './webhook-receiver';

const RELAYERS = 16;
const KILLS = 50;
const STEADY_CHANGES = 100;
/** In milliseconds: how long the load is on before each kill, from the first delivery on; the rest is by chance. */
const LEAST_LOAD_MS = 50;
const MAX_LOAD_MS = 400;
/** In milliseconds: between two changes of a relayer. */
const PAUSE_MS = 20;
/** In milliseconds: without a delivery for as long, nothing more is expected. */
const SILENCE_MS = 30_000;
const HOOK = 'hook';

const webhookSettings = {
  WEBHOOK_ALLOWED_RANGES: '127.0.0.0/8',
  WEBHOOK_RETRY_DELAYS: '1s,1s,1s,1s,1s,1s,1s,1s,1s,1s',
};

/** Kills the process that delivers, fifty times, while relayers change; then looks at what the receiver was told. */
export const webhooksOn =
  (database: string, instances: number): Scenario =>
  async (stage) => {
    const many = instances === 1 ? '' : `, ${String(instances)} instances`;
    const scenario = `webhooks, kill -9 on ${database}${many}`;
    const key = `whsec_${randomBytes(24).toString('base64')}`;
    const receiver = await Receiver.open(key);
    try {
      const services = await started(stage, database, instances);
      await prepare(services[0], receiver.url, key);
      const kills = stage.times(KILLS);
      for (let kill = 0; kill < kills; kill++) {
        const killed = services[kill % services.length];
        if (!killed) return;
        const before = receiver.count;
        const load = changing(services);
        while (receiver.count === before) await wait(5);
        await wait(LEAST_LOAD_MS + Math.random() * (MAX_LOAD_MS - LEAST_LOAD_MS));
        await killed.end('SIGKILL');
        await load.stop();
        await killed.start();
      }
      const versions = await versionsOf(services[0]);
      await everythingArrived(receiver, versions);
      report(stage, scenario, receiver, versions, kills);
    } finally {
      receiver.close();
    }
  };

/** Two instances that nobody kills: nothing is to be sent twice. */
export const steadyWebhooks: Scenario = async (stage) => {
  const scenario = 'webhooks, two instances on PostgreSQL';
  const key = `whsec_${randomBytes(24).toString('base64')}`;
  const receiver = await Receiver.open(key);
  try {
    const services = await started(stage, 'PostgreSQL', 2);
    await prepare(services[0], receiver.url, key);
    const load = changing(services);
    const wanted = RELAYERS * stage.times(STEADY_CHANGES);
    while (receiver.count < wanted) await wait(20);
    await load.stop();
    const versions = await versionsOf(services[0]);
    await everythingArrived(receiver, versions);
    report(stage, scenario, receiver, versions, 0);
    stage.report.add(scenario, 'sent twice', receiver.repeated, '0', receiver.repeated === 0);
  } finally {
    receiver.close();
  }
};

const relayerIds = Array.from({ length: RELAYERS }, (_, index) => `relayer-${String(index)}`);

async function started(stage: Stage, database: string, instances: number): Promise<Service[]> {
  const settings = { ...(await databases[database]?.(stage)), ...webhookSettings };
  const services: Service[] = [];
  for (let instance = 0; instance < instances; instance++) {
    const service = await stage.service(settings);
    await service.start();
    services.push(service);
  }
  return services;
}

/** Relayers at version 2: the first one is from before they had a webhook. */
async function prepare(service: Service | undefined, url: string, key: string): Promise<void> {
  if (!service) return;
  await addRelayers(service.url, RELAYERS);
  await sure(`${service.url}/api/v1/notifications`, { method: 'POST', body: { id: HOOK, url, signing_key: key } });
  for (const id of relayerIds) {
    await sure(`${service.url}/api/v1/relayers/${id}`, { method: 'PATCH', body: { notification_id: HOOK } });
  }
}

/** The version of each relayer: whatever was committed is to be told, acknowledged or not. */
async function versionsOf(service: Service | undefined): Promise<ReadonlyMap<string, number>> {
  const url = service?.url ?? '';
  return new Map(await Promise.all(relayerIds.map(async (id) => [id, (await versionOf(url, id)).version] as const)));
}

/** Changes all relayers, one change after another each. */
function changing(services: readonly Service[]): { stop(): Promise<void> } {
  let isOver = false;
  const writers = relayerIds.map(async (id, index) => {
    for (let round = 0; !isOver; round++) {
      const service = services[(index + round) % services.length];
      if (!service?.isAlive) {
        await wait(5);
        continue;
      }
      const body = { name: `change ${randomBytes(4).toString('hex')}` };
      // Changes come faster than one receiver can take: what is behind is to be told of, not an endless backlog.
      await wait(PAUSE_MS);
      await send(`${service.url}/api/v1/relayers/${id}`, { method: 'PATCH', body });
    }
  });
  return {
    stop: async () => {
      isOver = true;
      await Promise.all(writers);
    },
  };
}

async function everythingArrived(receiver: Receiver, versions: ReadonlyMap<string, number>): Promise<void> {
  for (let last = receiver.count, heard = Date.now(); Date.now() - heard < SILENCE_MS;) {
    if (receiver.missing(versions).length === 0) return;
    await wait(200);
    if (receiver.count > last) heard = Date.now();
    last = receiver.count;
  }
}

function report(
  stage: Stage,
  scenario: string,
  receiver: Receiver,
  versions: ReadonlyMap<string, number>,
  kills: number,
): void {
  const acknowledged = [...versions.values()].reduce((sum, version) => sum + version - 1, 0);
  stage.report.add(scenario, 'kills', kills, String(kills), true);
  stage.report.add(scenario, 'changes that were acknowledged', acknowledged, 'some each time', acknowledged > kills);
  stage.report.none(scenario, 'events of acknowledged changes that did not arrive', receiver.missing(versions));
  stage.report.none(scenario, 'events that arrived after a later one of their relayer', receiver.disorder);
  stage.report.none(scenario, 'deliveries with a signature that is not right', receiver.forged);
  const share = `${String(receiver.repeated)} of ${String(receiver.count)}`;
  stage.report.add(
    scenario,
    'deliveries that had arrived before',
    share,
    'few',
    receiver.repeated <= receiver.count / 10,
  );
}
