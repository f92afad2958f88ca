import { Describe, Optional, Rule, Text } from '../../kernel/declarations';
import { EntityId } from '../../kernel/entity-id';
import { isPlainObject, type PlainObject } from '../../kernel/merge-patch';

/** What a signer is made of. */
export class SignerDraft {
  @Describe('Its identifier; a UUID v4 where none is given.', 'local-signer')
  @Optional()
  @EntityId()
  id?: string;

  @Describe('Where the key lives.', 'local')
  @Text(1, 64)
  type!: string;

  @Describe('What the type needs to reach the key. Secret fields are sealed and never shown.')
  @Rule('object', isPlainObject, 'must be an object', { type: 'object' })
  config!: PlainObject;
}
