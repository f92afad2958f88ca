/** Tells which relayers refer to a notification. */
export abstract class NotificationUsage {
  /**
   * Their ids, in the order of their creation; at most 20.
   * @param among only these, where any are given
   */
  abstract relayersUsing(notificationId: string, among?: ReadonlySet<string>): Promise<readonly string[]>;

  /** Whether others than some relayers do. */
  abstract isUsedBeyond(notificationId: string, relayers: ReadonlySet<string>): Promise<boolean>;
}
