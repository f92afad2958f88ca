/** Tells who delivers that there is something to deliver, and for which notification. */
export class Bell {
  private listener: (notificationId: string) => void = () => undefined;

  /** There is one listener, the last one that said so. */
  onRing(listener: (notificationId: string) => void): void {
    this.listener = listener;
  }

  ring(notificationId: string): void {
    this.listener(notificationId);
  }
}
