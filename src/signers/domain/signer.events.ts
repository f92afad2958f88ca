import type { Announcement } from '../../kernel/change-log';
import type { Signer } from './signer';

const announce = (payloadType: string, { id, document }: Signer, version: number): Announcement => ({
  event: 'signer_update',
  payloadType,
  members: { signer: JSON.stringify(document), version: String(version) },
  resource: 'signer',
  id,
  version,
});

/** For those who subscribe: a signer has no notification of its own. */
export const signerCreatedEvent = (signer: Signer): Announcement => announce('signer_created', signer, 1);

/** @see signerCreatedEvent */
export const signerDeletedEvent = (signer: Signer, version: number): Announcement =>
  announce('signer_deleted', signer, version);
