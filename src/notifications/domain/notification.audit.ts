import type { AuditEntry } from '../../kernel/change-log';
import { SET } from '../../kernel/changed-paths';
import { maskUrl } from '../../kernel/http-url';
import type { Stored } from '../../kernel/record';
import { RecordAudit } from '../../kernel/record-audit';
import type { Notification } from './notification';

/** The URLs of webhooks often are their credential. */
const auditForm = ({ document: { id, type, url, has_signing_key, ...rest } }: Notification): string =>
  JSON.stringify({ id, type, url: maskUrl(url), signing_key: has_signing_key ? SET : null, ...rest });

const compared = ({ document: { type, url, events, delivery_state }, signingKey }: Notification): object => ({
  type,
  url,
  signing_key: signingKey?.reveal() ?? null,
  events: events ?? null,
  delivery_state: delivery_state ?? null,
});

export const notificationAudit = new RecordAudit('notification', auditForm, compared);

/** It was found out how deliveries go. */
export const deliveryStateNoted = (before: Stored<Notification>, notification: Notification): AuditEntry =>
  notificationAudit.changed(notification.deliveryState ?? 'recovered', before, notification, before.version);
