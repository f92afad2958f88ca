import { changedPaths, type Fact, SET } from '../../events/domain/fact';
import { originOf } from '../../kernel/http-url';
import type { Kept } from '../../kernel/record';
import type { Notification } from './notification';

const fact = (
  event: string,
  { id }: Notification,
  version: number,
): Pick<Fact, 'resource' | 'id' | 'action' | 'version'> => ({
  resource: 'notification',
  id,
  action: `notification.${event}`,
  version,
});

/** The URLs of webhooks often are their credential. */
const shown = ({ document: { id, type, url, has_signing_key, ...rest } }: Notification): string =>
  JSON.stringify({ id, type, url: originOf(url), signing_key: has_signing_key ? SET : null, ...rest });

export const notificationCreated = (notification: Notification): Fact => ({
  ...fact('created', notification, 1),
  after: shown(notification),
});

export const notificationUpdated = (kept: Kept<Notification>, notification: Notification): Fact =>
  changed('updated', kept, notification);

/** It was found out how deliveries go. */
export const deliveryStateNoted = (kept: Kept<Notification>, notification: Notification): Fact =>
  changed(notification.deliveryState ?? 'recovered', kept, notification);

const changed = (event: string, { entity, version }: Kept<Notification>, notification: Notification): Fact => ({
  ...fact(event, notification, version + 1),
  paths: changedPaths(compared(entity), compared(notification)),
  before: shown(entity),
  after: shown(notification),
});

export const notificationDeleted = ({ entity, version }: Kept<Notification>): Fact => ({
  ...fact('deleted', entity, version),
  before: shown(entity),
});

const compared = ({ document: { type, url, events, delivery_state }, signingKey }: Notification): object => ({
  type,
  url,
  signing_key: signingKey?.reveal() ?? null,
  events: events ?? null,
  delivery_state: delivery_state ?? null,
});
