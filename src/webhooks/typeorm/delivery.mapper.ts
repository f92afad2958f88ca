import { type Attempt, type Delivery, type NewDelivery, revisionOf } from '../domain/delivery';
import type { DeliveryAttemptRow } from './delivery-attempt.row';
import type { DeliveryRow } from './delivery.row';
import type { Listing } from '../../persistence/table';

export const deliveryOf = (row: DeliveryRow): Delivery => ({
  sequence: Number(row.seq),
  id: row.id,
  notificationId: row.notification_id,
  event: row.event,
  payloadType: row.payload_type,
  resource: row.resource,
  resourceId: row.resource_id,
  version: row.version,
  createdAt: Number(row.created_at),
  dueAt: Number(row.due_at),
  tries: row.tries,
  state: row.state,
  finishedAt: row.finished_at === null ? null : Number(row.finished_at),
});

export const deliveryRowOf = (delivery: NewDelivery) => ({
  id: delivery.id,
  notification_id: delivery.notificationId,
  event: delivery.event,
  payload_type: delivery.payloadType,
  resource: delivery.resource,
  resource_id: delivery.resourceId,
  version: delivery.version,
  body: delivery.body,
  created_at: delivery.createdAt,
  due_at: delivery.dueAt,
  tries: delivery.tries,
  state: delivery.state,
  finished_at: delivery.finishedAt,
});

export const attemptOf = ({ at, status, latency_ms, failure, answer }: DeliveryAttemptRow): Attempt => ({
  at: Number(at),
  status,
  latencyMs: latency_ms,
  failure,
  answer,
});

export const attemptRowOf = (sequence: number, { latencyMs, ...attempt }: Attempt) => ({
  ...attempt,
  delivery: sequence,
  latency_ms: latencyMs,
});

const ATTEMPTS = 'FROM delivery_attempts AS made WHERE made.delivery = row.seq';

/** Deliveries are listed without their bodies, and with the answers to their attempts. */
export const deliveryListing = {
  state: { due_at: 'row.due_at', finished_at: 'row.finished_at', attempts: `(SELECT COUNT(*) ${ATTEMPTS})` },
  revisionOf: ({ attempts, ...row }) => revisionOf(deliveryOf(row), Number(attempts)),
  columns: [
    ...(['seq', 'id', 'notification_id', 'event', 'payload_type', 'resource', 'resource_id', 'version'] as const),
    ...(['created_at', 'due_at', 'tries', 'state', 'finished_at'] as const),
  ],
  bytes: `CAST((SELECT COALESCE(SUM(octet_length(made.answer)), 0) ${ATTEMPTS}) AS integer)`,
} satisfies Listing<DeliveryRow>;
