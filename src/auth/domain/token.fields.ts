import { Describe, Optional, Text, ValuesOf } from '../../kernel/declarations';
import { OneOf } from '../../kernel/one-of';
import { EntityId } from '../../kernel/entity-id';
import { Instant } from '../../kernel/instant';
import { type Grant, GRANTS } from './permissions';

/** How many relayers a token can be restricted to. */
const MAX_RELAYERS = 100;

/** What a token is made of. */
export class TokenDraft {
  @Describe('What people call the token; logs and the audit trail name it.', 'deployment pipeline')
  @Text(1, 255)
  name!: string;

  @Describe('What it may do; `*` stands for everything.', ['relayers:read', 'relayers:write'])
  @ValuesOf((options) => OneOf(GRANTS, options), GRANTS.length, 1)
  permissions!: Grant[];

  @Describe('The only relayers that there are for it; all where none is named.', ['sepolia-relayer'])
  @Optional()
  @ValuesOf(EntityId, MAX_RELAYERS, 1)
  relayers?: string[];

  @Describe('When it stops being accepted; never where nothing is said.', '2030-01-31T00:00:00.000Z')
  @Optional()
  @Instant()
  expires_at?: string;
}
