import { seesWhole } from '../../auth/domain/principal';
import { MASKED } from '../../http/answer';
import { maskUrl } from '../../kernel/http-url';
import type { Principal } from '../../kernel/principal';
import type { Revision, Stored } from '../../kernel/record';
import type { NotificationDocument } from '../domain/notification';

/** How one kind of caller sees notifications. */
export interface NotificationView {
  readonly of: (stored: Stored<NotificationDocument>) => NotificationDocument;
  /** What tags are made of. */
  readonly revision: (revision: Revision) => Revision;
  readonly variant: string;
}

/**
 * Whoever may write notifications sees their URLs whole. What is wrong with the deliveries to one tells of all relayers
 * that use it: whoever is restricted to some does not see it.
 */
export function viewOfNotifications(caller: Principal): NotificationView {
  const isWhole = seesWhole(caller, 'notifications');
  const isRestricted = caller.relayers !== undefined;
  return {
    of: ({ entity: { delivery_state: state, ...document } }) => ({
      ...document,
      url: isWhole ? document.url : maskUrl(document.url),
      ...(state && !isRestricted && { delivery_state: state }),
    }),
    revision: ({ position, version, variant }) =>
      isRestricted || variant === undefined ? { position, version } : { position, version, variant },
    variant: isWhole ? '' : MASKED,
  };
}
