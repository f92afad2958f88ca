import { randomUUID } from 'node:crypto';
import type { Announcement } from '../../kernel/change-log';
import type { NewDelivery } from './delivery';

/** The JSON text that a webhook is sent, in the shape of the OpenZeppelin Relayer. */
export function messageBody(
  id: string,
  { event, payloadType, members }: Pick<Announcement, 'event' | 'payloadType' | 'members'>,
  now: Date,
): string {
  const type = `"payload_type":${JSON.stringify(payloadType)}`;
  // Members are joined as texts: their integers may be wider than a number holds.
  const payload = [type, ...Object.entries(members).map(([name, json]) => `${JSON.stringify(name)}:${json}`)].join(',');
  const [head, tail] = [JSON.stringify({ id, event }), JSON.stringify({ timestamp: now.toISOString() })];
  return `${head.slice(0, -1)},"payload":{${payload}},${tail.slice(1)}`;
}

/** An announcement as a delivery to one notification that waits for its first attempt. */
export function deliveryOf(announcement: Announcement, notificationId: string, now: Date): NewDelivery {
  const id = randomUUID();
  const { event, payloadType, resource, id: resourceId, version } = announcement;
  return {
    id,
    notificationId,
    event,
    payloadType,
    resource,
    resourceId,
    version,
    body: messageBody(id, announcement, now),
    createdAt: now.getTime(),
    dueAt: 0,
    tries: 0,
    state: 'pending',
    finishedAt: null,
  };
}
