/** Keeps with a notification how its deliveries go; what it shows of that is for the notifications to say. */
export abstract class DeliveryStanding {
  /** @param state undefined where all is well; nothing happens where that is its state, or where it is gone */
  abstract noteDeliveryState(notificationId: string, state: 'failing' | 'disabled' | undefined): Promise<void>;
}
