import { SealError, type SecretBox } from '../../encryption/secret-box';
import { Locked, type Revision, type Stored } from '../../kernel/record';
import type { NewRow } from '../../persistence/record-table';
import { type DeliveryState, Notification, type NotificationDocument } from '../domain/notification';
import { SigningKey } from '../domain/signing-key';
import { locationOfSigningKey, locationOfUrl, type NotificationRow } from './notification.row';

/** What is sealed in the column `url`: with it, nobody can take the key away, so that what is delivered goes unsigned. */
type Target = Pick<NotificationDocument, 'url' | 'has_signing_key'>;

/** What is found out about deliveries is no new version: only some callers see it. */
export const revisionOf = ({ seq, version, delivery_state }: NotificationRow): Revision => ({
  position: seq,
  version,
  ...(delivery_state !== null && { variant: `-${delivery_state}` }),
});

/** Between notifications and their rows. */
export class NotificationMapper {
  constructor(private readonly box: SecretBox) {}

  /** @throws SealError where the URL does not open, or the signing key was taken away */
  stored(row: NotificationRow): Stored<NotificationDocument> {
    return { ...revisionOf(row), entity: this.document(row) };
  }

  /** @throws SealError as {@link stored}, and where the signing key does not open */
  locked(row: NotificationRow): Locked<Notification> {
    return new Locked(this.entity(row), row.seq, row.version);
  }

  /** @throws SealError as {@link locked} */
  entity(row: NotificationRow): Notification {
    const { id, signing_key, key_variable } = row;
    const text = signing_key === null ? undefined : this.box.open(signing_key, locationOfSigningKey(id));
    const key = text === undefined ? undefined : new SigningKey(text, key_variable ?? undefined);
    return Notification.restore(this.document(row), key);
  }

  row({ document, signingKey }: Notification, version: number): NewRow<NotificationRow> {
    const { id, type, url, has_signing_key, events = [], delivery_state } = document;
    return {
      id,
      version,
      type,
      url: this.box.seal(JSON.stringify({ url, has_signing_key } satisfies Target), locationOfUrl(id)),
      url_key: this.box.keyId,
      signing_key: signingKey ? this.box.seal(signingKey.reveal(), locationOfSigningKey(id)) : null,
      key_id: signingKey ? this.box.keyId : null,
      key_variable: signingKey?.variable ?? null,
      events: events.length === 0 ? null : `,${events.join(',')},`,
      delivery_state: delivery_state ?? null,
    };
  }

  private document({
    id,
    type,
    url: sealed,
    signing_key,
    events,
    delivery_state,
  }: NotificationRow): NotificationDocument {
    const { url, has_signing_key } = JSON.parse(this.box.open(sealed, locationOfUrl(id))) as Target;
    if (has_signing_key !== (signing_key !== null)) {
      const location = locationOfSigningKey(id);
      throw new SealError(
        location,
        `The signing key at ${location} was ${has_signing_key ? 'taken away' : 'put there'}`,
      );
    }
    return {
      id,
      type,
      url,
      has_signing_key,
      ...(events !== null && { events: events.slice(1, -1).split(',') }),
      ...(delivery_state !== null && { delivery_state: delivery_state as DeliveryState }),
    };
  }
}
