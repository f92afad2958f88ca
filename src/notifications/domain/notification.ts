import { newEntityId } from '../../kernel/entity-id';
import {
  type NotificationChanges,
  type NotificationDraft,
  NOTIFICATION_TYPE,
  SUBSCRIBABLE_EVENTS,
} from './notification.fields';
import { SigningKey } from './signing-key';

/** What is wrong with deliveries: they fail since days, or the receiver does not want any more. */
export type DeliveryState = 'failing' | 'disabled';

/** The plain form of a notification, in the names that everybody sees. The signing key is not part of it. */
export interface NotificationDocument {
  readonly id: string;
  readonly type: string;
  readonly url: string;
  readonly has_signing_key: boolean;
  /** There where it subscribes to any. */
  readonly events?: readonly string[] | undefined;
  /** There while something is wrong. */
  readonly delivery_state?: DeliveryState | undefined;
}

/** A webhook that gets the events of relayers. A change makes another one. */
export class Notification {
  private constructor(
    readonly document: NotificationDocument,
    readonly signingKey: SigningKey | undefined,
  ) {}

  static create({ id, type, url, signing_key, events }: NotificationDraft): Notification {
    const key = keyAfter(undefined, signing_key);
    return Notification.compose(
      { id: id ?? newEntityId(), type: type ?? NOTIFICATION_TYPE, url, events: events ?? [] },
      key,
    );
  }

  /** A notification as it was stored. */
  static restore(document: NotificationDocument, signingKey: SigningKey | undefined): Notification {
    return new Notification(document, signingKey);
  }

  get id(): string {
    return this.document.id;
  }

  get type(): string {
    return this.document.type;
  }

  get url(): string {
    return this.document.url;
  }

  /** What it gets beside the events of its relayers. */
  get events(): readonly string[] {
    return this.document.events ?? [];
  }

  get deliveryState(): DeliveryState | undefined {
    return this.document.delivery_state;
  }

  /** The notification after a change; what is absent stays as it is, and null ends all subscriptions. */
  changed({ type = this.type, url = this.url, signing_key, events = this.events }: NotificationChanges): Notification {
    const fields = { id: this.id, type, url, events: events ?? [] };
    return Notification.compose(fields, keyAfter(this.signingKey, signing_key)).succeeding(this);
  }

  /**
   * The notification as the successor of one that is stored under its id: what was found out about deliveries stays, unless
   * they are made in another way from now on.
   */
  succeeding(before: Notification): Notification {
    return this.withDeliveryState(this.isDeliveredLike(before) ? before.deliveryState : undefined);
  }

  /** Whether deliveries for both are made in the same way: what is found out about those for one is true of the other. */
  isDeliveredLike(other: Notification): boolean {
    return other.type === this.type && other.url === this.url && this.hasSameKey(other);
  }

  /** @param variable the name of the variable that its key came from */
  withKeyVariable(variable: string): Notification {
    const key = this.signingKey && new SigningKey(this.signingKey.reveal(), variable);
    return new Notification(this.document, key);
  }

  withDeliveryState(state: DeliveryState | undefined): Notification {
    return Notification.compose({ ...this.document, delivery_state: state }, this.signingKey);
  }

  equals(other: Notification): boolean {
    return this.hasSameKey(other) && JSON.stringify(this.document) === JSON.stringify(other.document);
  }

  hasSameKey({ signingKey }: Notification): boolean {
    return this.signingKey ? this.signingKey.equals(signingKey) : signingKey === undefined;
  }

  /** A document whose text is the same wherever it comes from. */
  private static compose(
    { id, type, url, events = [], delivery_state }: Omit<NotificationDocument, 'has_signing_key'>,
    key: SigningKey | undefined,
  ): Notification {
    const subscribed = SUBSCRIBABLE_EVENTS.filter((event) => events.includes(event));
    const document = {
      id,
      type,
      url,
      has_signing_key: key !== undefined,
      ...(subscribed.length > 0 && { events: subscribed }),
      ...(delivery_state && { delivery_state }),
    };
    return new Notification(document, key);
  }
}

/** The empty string removes the key, absence keeps it, anything else is the new one. */
function keyAfter(current: SigningKey | undefined, given: string | undefined): SigningKey | undefined {
  if (given === undefined) return current;
  return given === '' ? undefined : new SigningKey(given);
}
