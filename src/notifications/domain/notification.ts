import { newEntityId } from '../../kernel/entity-id';
import { type NotificationChanges, type NotificationDraft, NOTIFICATION_TYPE } from './notification.fields';
import { SigningKey } from './signing-key';

/** The plain form of a notification, in the names that everybody sees. The signing key is not part of it. */
export interface NotificationDocument {
  readonly id: string;
  readonly type: string;
  readonly url: string;
  readonly has_signing_key: boolean;
}

/** A webhook that is told of the events of relayers. A change makes another one. */
export class Notification {
  constructor(
    readonly id: string,
    readonly type: string,
    readonly url: string,
    readonly signingKey: SigningKey | undefined,
  ) {}

  static create({ id, type, url, signing_key }: NotificationDraft): Notification {
    return new Notification(id ?? newEntityId(), type ?? NOTIFICATION_TYPE, url, keyAfter(undefined, signing_key));
  }

  get document(): NotificationDocument {
    const { id, type, url } = this;
    return { id, type, url, has_signing_key: this.signingKey !== undefined };
  }

  /** The notification after a change; what is absent stays as it is. */
  changed({ type, url, signing_key }: NotificationChanges): Notification {
    return new Notification(this.id, type ?? this.type, url ?? this.url, keyAfter(this.signingKey, signing_key));
  }

  equals(other: Notification): boolean {
    const sameKey = this.signingKey ? this.signingKey.equals(other.signingKey) : other.signingKey === undefined;
    return sameKey && this.id === other.id && this.type === other.type && this.url === other.url;
  }
}

/** The empty string removes the key, absence keeps it, anything else is the new one. */
function keyAfter(current: SigningKey | undefined, given: string | undefined): SigningKey | undefined {
  if (given === undefined) return current;
  return given === '' ? undefined : new SigningKey(given);
}
