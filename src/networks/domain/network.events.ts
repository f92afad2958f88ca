import type { Announcement } from '../../kernel/change-log';
import { stringifyExact } from '../../kernel/exact-json';
import { withMaskedEndpoints } from './masked-network';
import type { Network } from './network';

/** For those who subscribe: a network has no notification of its own. */
export const networkEvent = (
  event: 'created' | 'updated' | 'deleted',
  { id, document }: Network,
  version: number,
): Announcement => ({
  event: 'network_update',
  payloadType: `network_${event}`,
  members: { network: stringifyExact(withMaskedEndpoints(document)), version: String(version) },
  resource: 'network',
  id,
  version,
});
