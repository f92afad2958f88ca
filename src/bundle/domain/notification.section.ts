import type { UrlRules } from '../../kernel/url-rules';
import type { Notification } from '../../notifications/domain/notification';
import { NotificationDraft } from '../../notifications/domain/notification.fields';
import { readNotification } from '../../notifications/domain/notification.reader';
import { SigningKey } from '../../notifications/domain/signing-key';
import { fieldNames } from './hints';
import type { RecordItem } from './record-item';
import { resolveReference } from './secret-reference';
import type { Surroundings } from './surroundings';

/** Reads the notifications of a file, whose signing keys are references. */
export class NotificationSection {
  constructor(
    private readonly urls: UrlRules,
    private readonly surroundings: Surroundings,
  ) {}

  /** The notification of a record; none where it has faults, or has no URL and so notifies nobody. */
  read(item: RecordItem): Notification | undefined {
    const { signing_key: reference, ...rest } = item.value;
    const hasKey = reference !== undefined && reference !== null;
    const key = hasKey ? resolveReference(reference, 'signing_key', this.surroundings, item) : undefined;
    if (SigningKey.isShort(key)) {
      item.warn(
        'signing_key',
        'is a key of fewer than 32 bytes, which can be guessed',
        'make one: openssl rand -hex 32',
      );
    }
    if (rest.url === '') {
      item.warn('url', 'is empty: the notification is left out, and its relayers notify nobody', 'give it a URL');
      return undefined;
    }
    return item.attempt(
      () => fieldNames(NotificationDraft),
      () => readNotification({ ...rest, signing_key: key }, this.urls),
    );
  }
}
