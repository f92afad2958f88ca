import { changedPaths } from '../../events/domain/fact';
import type { Announcement } from '../../events/domain/outbox';
import { maskUrl } from '../../kernel/http-url';
import type { Kept } from '../../kernel/record';
import { withUrlsChanged } from './disabled-reason';
import type { Relayer } from './relayer';
import { textOf } from './relayer.text';

const UPDATE = 'relayer_update';
const STATE_UPDATE = 'relayer_state_update';

/** What the webhook of a relayer is told; nothing where it has none. */
function telling(
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
      members: { relayer: textOf(relayer, maskUrl), version: String(version), ...more },
      resource: 'relayer',
      id,
      version,
    },
  ];
}

export const tellCreated = (relayer: Relayer): Announcement[] => telling(UPDATE, 'relayer_created', relayer, 1);

export const tellDeleted = ({ entity, version }: Kept<Relayer>): Announcement[] =>
  telling(UPDATE, 'relayer_deleted', entity, version);

/** A relayer that was paused or resumed is told of apart from what else changed with that. */
export function tellUpdated({ entity, version }: Kept<Relayer>, relayer: Relayer): Announcement[] {
  if (relayer.document.notification_id === null) return [];
  const changed = changedPaths(entity.document, relayer.document);
  const isPausing = changed.includes('paused');
  const payloadType = relayer.document.paused ? 'relayer_paused' : 'relayer_resumed';
  return [
    ...(isPausing ? telling(STATE_UPDATE, payloadType, relayer, version + 1) : []),
    ...(changed.length > Number(isPausing) ? telling(UPDATE, 'relayer_updated', relayer, version + 1) : []),
  ];
}

/** @param retryCount how often the runtime had to try until the relayer was back in service */
export function tellSystemState({ version }: Kept<Relayer>, relayer: Relayer, retryCount: number): Announcement[] {
  const { disabled_reason: reason } = relayer.document;
  if (!reason) {
    return telling(STATE_UPDATE, 'relayer_enabled', relayer, version + 1, { retry_count: String(retryCount) });
  }
  const details = [withUrlsChanged(reason, maskUrl).details].flat().join(', ');
  return telling(STATE_UPDATE, 'relayer_disabled', relayer, version + 1, { disable_reason: JSON.stringify(details) });
}
