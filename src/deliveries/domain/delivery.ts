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
  /** Its place among all. */
  readonly sequence: number;
  /** What receivers tell repetitions by. */
  readonly id: string;
  readonly notificationId: string;
  readonly event: string;
  readonly payloadType: string;
  /** The kind of what it is about. */
  readonly resource: string;
  readonly resourceId: string;
  /** The version of what it is about; null where it has none. */
  readonly version: number | null;
  /** The text that is sent. */
  readonly body: string;
  readonly createdAt: number;
  /** When the next attempt is due; 0 for at once. */
  readonly dueAt: number;
  /** The attempts since it was made or asked for again. */
  readonly tries: number;
  readonly state: DeliveryState;
  readonly finishedAt: number | null;
}

/** A delivery with all attempts, the first one first. */
export interface DeliveryHistory extends Delivery {
  readonly attempts: readonly Attempt[];
}

/** Whether an attempt succeeded. */
export const succeeded = ({ failure }: Pick<Attempt, 'failure'>): boolean => failure === null;
