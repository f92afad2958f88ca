import type { Announcement } from '../../kernel/change-log';
import { stringifyExact } from '../../kernel/exact-json';
import type { RecordChange } from '../../kernel/record';
import { subscribedEvent } from '../../kernel/subscribed-event';
import { withMaskedEndpoints } from './masked-network';
import type { Network } from './network';

export const networkEvent = (change: RecordChange<Network>): Announcement =>
  subscribedEvent('network', change, ({ document }) => stringifyExact(withMaskedEndpoints(document)));
