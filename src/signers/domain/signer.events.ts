import type { Announcement } from '../../kernel/change-log';
import type { RecordChange } from '../../kernel/record';
import { subscribedEvent } from '../../kernel/subscribed-event';
import type { Signer } from './signer';

export const signerEvent = (change: RecordChange<Signer>): Announcement =>
  subscribedEvent('signer', change, ({ document }) => JSON.stringify(document));
