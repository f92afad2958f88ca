/** Tells which relayers refer to a notification. */
export abstract class NotificationUsage {
  /** Their ids, in the order of their creation; at most 20. */
  abstract relayersUsing(notificationId: string): Promise<readonly string[]>;
}
