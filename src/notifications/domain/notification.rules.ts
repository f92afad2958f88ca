import { DomainError, type Fault } from '../../kernel/domain-error';
import type { UrlRules } from '../../kernel/url-rules';
import type { Validated } from '../../kernel/validation';
import { Notification } from './notification';
import type { NotificationDraft } from './notification.fields';

/** @throws DomainError `invalid` with every fault: those of the draft, and that of its URL */
export function createNotification({ value, faults }: Validated<NotificationDraft>, urls: UrlRules): Notification {
  const all = [...faults, ...urlFaults(value.url, urls)];
  if (all.length > 0) throw DomainError.invalid(all);
  return Notification.create(value);
}

/** Why deliveries may not go to a URL. */
export function urlFaults(url: unknown, urls: UrlRules): readonly Fault[] {
  const message = urls.webhookFault(url);
  return message === undefined ? [] : [{ path: 'url', message }];
}
