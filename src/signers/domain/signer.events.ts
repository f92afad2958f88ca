import type { Announcement } from '../../events/domain/outbox';
import type { Signer } from './signer';

const telling = (payloadType: string, { id, document }: Signer, version: number): Announcement => ({
  event: 'signer_update',
  payloadType,
  members: { signer: JSON.stringify(document), version: String(version) },
  resource: 'signer',
  id,
  version,
});

/** Told to those who subscribe to it: a signer has no notification of its own. */
export const tellCreated = (signer: Signer): Announcement => telling('signer_created', signer, 1);

/** @see tellCreated */
export const tellDeleted = (signer: Signer, version: number): Announcement =>
  telling('signer_deleted', signer, version);
