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
const shown = ({ id, type, url, signingKey }: Notification): string =>
  JSON.stringify({ id, type, url: originOf(url), signing_key: signingKey ? SET : null });

export const notificationCreated = (notification: Notification): Fact => ({
  ...fact('created', notification, 1),
  after: shown(notification),
});

export const notificationUpdated = ({ entity, version }: Kept<Notification>, notification: Notification): Fact => ({
  ...fact('updated', notification, version + 1),
  paths: changedPaths(compared(entity), compared(notification)),
  before: shown(entity),
  after: shown(notification),
});

export const notificationDeleted = ({ entity, version }: Kept<Notification>): Fact => ({
  ...fact('deleted', entity, version),
  before: shown(entity),
});

const compared = ({ type, url, signingKey }: Notification): object => ({
  type,
  url,
  signing_key: signingKey?.reveal() ?? null,
});
