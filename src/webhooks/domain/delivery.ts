import type { Revision } from '../../kernel/record';

/** What became of a delivery: it waits for its next attempt, or it is over. */
export const DELIVERY_STATES = ['pending', 'delivered', 'failed', 'cancelled'] as const;

export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** One attempt to deliver. Times are in milliseconds since 1970. */
export interface Attempt {
  readonly at: number;
  /** The status of the answer; null where none came. */
  readonly status: number | null;
  readonly latencyMs: number;
  /** Why it did not succeed; null where it did. */
  readonly failure: string | null;
  /** How the answer began. */
  readonly answer: string;
}

/** One event for one notification. Times are in milliseconds since 1970. */
export interface Delivery {
  /** Of two deliveries about one record the later one has the greater number. */
  readonly sequence: number;
  /** The same at every attempt: by it receivers recognise a redelivery. */
  readonly id: string;
  readonly notificationId: string;
  readonly event: string;
  readonly payloadType: string;
  /** The kind of what it is about. */
  readonly resource: string;
  readonly resourceId: string;
  /** The version of what it is about; null where it has none. */
  readonly version: number | null;
  readonly createdAt: number;
  /** When the next attempt is due; 0 before the first one. */
  readonly dueAt: number;
  /** The attempts since it was made or asked for again. */
  readonly tries: number;
  readonly state: DeliveryState;
  readonly finishedAt: number | null;
}

/** How many attempts are stored of a delivery, the last ones: a redelivery may be asked for without end. */
export const MAX_ATTEMPTS = 50;

/** A delivery with its last attempts, the first one first. */
export interface DeliveryHistory extends Delivery {
  readonly attempts: readonly Attempt[];
}

/** What is sent. Bodies may be long: no more of them are in memory than are sent or asked for. */
export interface DeliveryBody {
  readonly body: string;
}

/** A delivery that has no number yet. */
export type NewDelivery = Omit<Delivery, 'sequence'> & DeliveryBody;

export type WholeDelivery = DeliveryHistory & DeliveryBody;

/** It has no version of its own; each attempt and each redelivery leads to another time. */
export const revisionOf = (
  { sequence, dueAt, finishedAt }: Pick<Delivery, 'sequence' | 'dueAt' | 'finishedAt'>,
  attempts: number,
): Revision => ({ position: sequence, version: (finishedAt ?? dueAt) + attempts });

/** Whether an attempt succeeded. */
export const succeeded = ({ failure }: Pick<Attempt, 'failure'>): boolean => failure === null;
