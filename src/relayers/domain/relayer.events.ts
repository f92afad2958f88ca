import { changedPaths } from '../../kernel/changed-paths';
import type { Announcement } from '../../kernel/change-log';
import { stringifyExact } from '../../kernel/exact-json';
import type { Stored } from '../../kernel/record';
import { maskedReason, textsOf } from './disabled-reason';
import { withMaskedUrls } from './masked-urls';
import type { Relayer } from './relayer';

const UPDATE = 'relayer_update';
const STATE_UPDATE = 'relayer_state_update';

/** For the notification of the relayer; nothing where it has none. */
function announce(
  event: string,
  payloadType: string,
  relayer: Relayer,
  version: number,
  more: Readonly<Record<string, string>> = {},
): Announcement[] {
  const { id, document } = relayer;
  if (document.notification_id === null) return [];
  return [
    {
      notificationId: document.notification_id,
      event,
      payloadType,
      members: { relayer: stringifyExact(withMaskedUrls(document)), version: String(version), ...more },
      resource: 'relayer',
      id,
      version,
    },
  ];
}

export const createdEvents = (relayer: Relayer): Announcement[] => announce(UPDATE, 'relayer_created', relayer, 1);

export const deletedEvents = ({ entity, version }: Stored<Relayer>): Announcement[] =>
  announce(UPDATE, 'relayer_deleted', entity, version);

/** Pausing and resuming are events of their own, apart from what else changed. */
export function updatedEvents({ entity, version }: Stored<Relayer>, relayer: Relayer): Announcement[] {
  if (relayer.document.notification_id === null) return [];
  const changed = changedPaths(entity.document, relayer.document);
  const isPausing = changed.includes('paused');
  const payloadType = relayer.document.paused ? 'relayer_paused' : 'relayer_resumed';
  return [
    ...(isPausing ? announce(STATE_UPDATE, payloadType, relayer, version + 1) : []),
    ...(changed.length > Number(isPausing) ? announce(UPDATE, 'relayer_updated', relayer, version + 1) : []),
  ];
}

/** @param retryCount how often the runtime had to try until the relayer was back in service */
export function systemStateEvents({ version }: Stored<Relayer>, relayer: Relayer, retryCount: number): Announcement[] {
  const { disabled_reason: reason } = relayer.document;
  if (!reason) {
    return announce(STATE_UPDATE, 'relayer_enabled', relayer, version + 1, { retry_count: String(retryCount) });
  }
  const details = textsOf(maskedReason(reason)).join(', ');
  return announce(STATE_UPDATE, 'relayer_disabled', relayer, version + 1, { disable_reason: JSON.stringify(details) });
}
