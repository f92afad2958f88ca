import type { AuditEntry } from '../../kernel/change-log';
import { changedPaths, SET } from '../../kernel/changed-paths';
import { maskUrl } from '../../kernel/http-url';
import type { Stored } from '../../kernel/record';
import type { Notification } from './notification';

const entryOf = (
  event: string,
  { id }: Notification,
  version: number,
): Pick<AuditEntry, 'resource' | 'id' | 'action' | 'version'> => ({
  resource: 'notification',
  id,
  action: `notification.${event}`,
  version,
});

/** The URLs of webhooks often are their credential. */
const auditForm = ({ document: { id, type, url, has_signing_key, ...rest } }: Notification): string =>
  JSON.stringify({ id, type, url: maskUrl(url), signing_key: has_signing_key ? SET : null, ...rest });

export const notificationCreated = (notification: Notification): AuditEntry => ({
  ...entryOf('created', notification, 1),
  after: auditForm(notification),
});

export const notificationUpdated = (before: Stored<Notification>, notification: Notification): AuditEntry =>
  changed('updated', before, notification, before.version + 1);

/** It was found out how deliveries go. */
export const deliveryStateNoted = (before: Stored<Notification>, notification: Notification): AuditEntry =>
  changed(notification.deliveryState ?? 'recovered', before, notification, before.version);

const changed = (
  event: string,
  { entity }: Stored<Notification>,
  notification: Notification,
  version: number,
): AuditEntry => ({
  ...entryOf(event, notification, version),
  paths: changedPaths(compared(entity), compared(notification)),
  before: auditForm(entity),
  after: auditForm(notification),
});

export const notificationDeleted = ({ entity, version }: Stored<Notification>): AuditEntry => ({
  ...entryOf('deleted', entity, version),
  before: auditForm(entity),
});

const compared = ({ document: { type, url, events, delivery_state }, signingKey }: Notification): object => ({
  type,
  url,
  signing_key: signingKey?.reveal() ?? null,
  events: events ?? null,
  delivery_state: delivery_state ?? null,
});
