import { IsIn, IsOptional } from 'class-validator';
import { Describe, OneOf, Required, Secret, Text, ValuesOf } from '../../kernel/declarations';
import { EntityId } from '../../kernel/entity-id';
import { HttpUrl } from '../../kernel/http-url';

/** The only type there is. */
export const NOTIFICATION_TYPE = 'webhook';

/** What a notification can be told of beside the events of its relayers and its own. */
export const SUBSCRIBABLE_EVENTS: readonly string[] = ['signer_update'];

/** The fields of a notification that can be changed. */
export class NotificationChanges {
  @Describe('How it notifies.', NOTIFICATION_TYPE)
  @IsOptional()
  @IsIn([NOTIFICATION_TYPE])
  type?: string;

  @Describe('Where deliveries are sent: an http or https URL.', 'https://hooks.example.com/relayers')
  @IsOptional()
  @HttpUrl({ credentials: true })
  url?: string;

  @Describe(
    'Signs the deliveries; never shown. Absent or null keeps the key that is set, the empty string removes it.',
    'a-secret-of-at-least-32-characters',
  )
  @IsOptional()
  @Text(0, 1024)
  @Secret()
  signing_key?: string;

  @Describe('What it is told of beside the events of its relayers.', ['signer_update'])
  @IsOptional()
  @ValuesOf((options) => OneOf(SUBSCRIBABLE_EVENTS, options), SUBSCRIBABLE_EVENTS.length)
  events?: readonly string[];
}

/** What a notification is made of. */
export class NotificationDraft extends NotificationChanges {
  @Describe('Its identifier; a UUID v4 where none is given.', 'ops-webhook')
  @IsOptional()
  @EntityId()
  id?: string;

  @Required()
  override url!: string;
}
