import type { Attempt, DeliveryHistory, WholeDelivery } from '../domain/delivery';

/** A delivery with the text that is sent. */
export const viewWholeDelivery = (delivery: WholeDelivery): object => ({
  ...viewDelivery(delivery),
  body: delivery.body,
});

/** A delivery as lists have it. */
export const viewDelivery = (delivery: DeliveryHistory): object => ({
  id: delivery.id,
  notification_id: delivery.notificationId,
  event: delivery.event,
  payload_type: delivery.payloadType,
  resource: delivery.resource,
  resource_id: delivery.resourceId,
  version: delivery.version,
  state: delivery.state,
  created_at: instant(delivery.createdAt),
  next_attempt_at: delivery.state === 'pending' ? instant(Math.max(delivery.dueAt, delivery.createdAt)) : null,
  finished_at: delivery.finishedAt === null ? null : instant(delivery.finishedAt),
  attempts: delivery.attempts.map(viewAttempt),
});

const viewAttempt = ({ at, status, latencyMs, failure, answer }: Attempt): object => ({
  at: instant(at),
  status,
  latency_ms: latencyMs,
  failure,
  answer,
});

const instant = (milliseconds: number): string => new Date(milliseconds).toISOString();
