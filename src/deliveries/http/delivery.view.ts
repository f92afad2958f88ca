import type { Published } from '../../kernel/record';
import type { Attempt, DeliveryHistory } from '../domain/delivery';

/** The JSON text of a delivery, as lists show it. */
export const viewDelivery = (delivery: DeliveryHistory): Published => published(delivery, shown(delivery));

/** The same with the text that is sent. */
export const viewWholeDelivery = (delivery: DeliveryHistory): Published =>
  published(delivery, { ...shown(delivery), body: delivery.body });

const published = ({ id, sequence, dueAt, finishedAt, attempts }: DeliveryHistory, document: object): Published => ({
  id,
  position: sequence,
  // It has no version of its own; each attempt and each replay leads to another time.
  version: (finishedAt ?? dueAt) + attempts.length,
  json: JSON.stringify(document),
});

const shown = (delivery: DeliveryHistory): object => ({
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
