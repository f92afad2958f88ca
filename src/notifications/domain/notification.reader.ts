import { DomainError, type Fault } from '../../kernel/domain-error';
import { isPlainObject } from '../../kernel/merge-patch';
import { Shape } from '../../kernel/shape';
import type { UrlRules } from '../../kernel/url-rules';
import { Notification } from './notification';
import { NotificationChanges, NotificationDraft } from './notification.fields';

/**
 * The notification that a draft describes.
 * @param body what a caller sent, unread
 * @throws DomainError `invalid` with every fault
 */
export function readNotification(body: unknown, urls: UrlRules): Notification {
  const faults: Fault[] = [];
  const draft = Shape.of(NotificationDraft).read(body, '', faults);
  faults.push(...urlFaults(draft.url, urls));
  if (faults.length > 0) throw DomainError.invalid(faults);
  return Notification.create(draft);
}

/**
 * Reads what a caller sent as a change, as far as that can be judged without the notification; null keeps, and ends all
 * subscriptions.
 * @throws DomainError `invalid` with every fault
 */
export function readNotificationChanges(body: unknown): NotificationChanges {
  const faults: Fault[] = [];
  const changes = Shape.of(NotificationChanges).read(body, '', faults);
  if (faults.length > 0) throw DomainError.invalid(faults);
  if (isPlainObject(body) && body.events === null) changes.events = [];
  return changes;
}

/** Why deliveries may not go to a URL. */
export function urlFaults(url: unknown, urls: UrlRules): Fault[] {
  const message = urls.webhookFault(url);
  return message === undefined ? [] : [{ path: 'url', message }];
}
