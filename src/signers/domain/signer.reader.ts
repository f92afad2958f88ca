import { DomainError, type Fault } from '../../kernel/domain-error';
import { Shape } from '../../kernel/shape';
import type { SignerKinds } from './kinds';
import { Signer } from './signer';
import { SignerDraft } from './signer.fields';

/**
 * The signer that a draft describes.
 * @param body what a caller sent, unread
 * @throws DomainError `invalid` with every fault
 */
export function readSigner(body: unknown, kinds: SignerKinds): Signer {
  const faults: Fault[] = [];
  const draft = Shape.of(SignerDraft).read(body, '', faults);
  const kind = kinds.find(draft.type);
  if (typeof draft.type === 'string' && !kind) {
    const types = kinds.all().map(({ type }) => type);
    faults.push({ path: 'type', message: `must be one of ${types.join(', ')}` });
  }
  if (!kind) throw DomainError.invalid(faults);
  return Signer.create(draft, kind, faults);
}
