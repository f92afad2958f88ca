import { Describe, Nullable, Optional, Required, Secret, Text, ValuesOf } from '../../kernel/declarations';
import { OneOf } from '../../kernel/one-of';
import { EntityId } from '../../kernel/entity-id';
import { HttpUrl } from '../../kernel/http-url';

/** The only type there is. */
export const NOTIFICATION_TYPE = 'webhook';

/** What a notification can subscribe to beside the events of its relayers and its own. */
export const SUBSCRIBABLE_EVENTS: readonly string[] = ['signer_update', 'network_update', 'plugin_update'];

/** The fields of a notification that can be changed. */
export class NotificationChanges {
  @Describe('How it notifies.', NOTIFICATION_TYPE)
  @Optional()
  @OneOf([NOTIFICATION_TYPE])
  type?: string;

  @Describe('Where deliveries are sent: an http or https URL.', 'https://hooks.example.com/relayers')
  @Optional()
  @HttpUrl({ credentials: true })
  url?: string;

  @Describe(
    'Signs the deliveries; never shown. Absent or null keeps the key that is set, the empty string removes it.',
    'a-secret-of-at-least-32-characters',
  )
  @Optional()
  @Text(0, 65_536)
  @Secret()
  signing_key?: string;

  @Describe('What it is told of beside the events of its relayers.', ['signer_update'])
  @Nullable()
  @ValuesOf((options) => OneOf(SUBSCRIBABLE_EVENTS, options), SUBSCRIBABLE_EVENTS.length)
  events?: readonly string[] | null;
}

/** What a notification is made of. */
export class NotificationDraft extends NotificationChanges {
  @Describe('Its identifier; a UUID v4 where none is given.', 'ops-webhook')
  @Optional()
  @EntityId()
  id?: string;

  @Required()
  override url!: string;
}
