import { Injectable } from '@nestjs/common';
import { ProvidesSchemas, type SchemaProvider } from '../../http/openapi/schema-provider';
import { type ApiSchemas, nullable, objectSchema } from '../../http/openapi/api-schemas';
import type { JsonSchema } from '../../kernel/declarations';
import { TokenDraft } from '../domain/token.fields';

const ID = 'exampleTokenId00';
const CREATED = '2026-01-31T12:00:00.000Z';
const EXPIRES = '2030-01-31T00:00:00.000Z';
/** Its checksum is wrong: nobody can mistake it for a token that somebody lost. */
const TEXT = `rms_${ID}_${'A'.repeat(43)}_00000000`;

const given = { name: 'deployment pipeline', permissions: ['relayers:read', 'relayers:write'], expires_at: EXPIRES };
const answered = {
  id: ID,
  name: given.name,
  permissions: given.permissions,
  relayers: null,
  created_at: CREATED,
  expires_at: EXPIRES,
  revoked_at: null,
  last_used_at: null,
};

/** The schemas of tokens. */
@Injectable()
@ProvidesSchemas()
export class TokenModels implements SchemaProvider {
  defineSchemas(schemas: ApiSchemas): void {
    const properties = propertiesOf(schemas);
    const token = {
      type: 'string',
      pattern: '^rms_[A-Za-z0-9]{16}_[A-Za-z0-9_-]{43}_[0-9a-f]{8}$',
      description: 'The text that a caller signs in with.',
      examples: [TEXT],
    };
    schemas.define('Token', objectSchema(properties, undefined, 'A credential of the API.'), {
      token: { summary: 'A token that was not used yet', value: answered },
    });
    schemas.define(
      'IssuedToken',
      objectSchema({ ...properties, token }, undefined, 'A token together with its text.'),
      {
        token: { summary: 'The only answer with its text', value: { ...answered, token: TEXT } },
      },
    );
    const request = schemas.fields(TokenDraft, 'given');
    schemas.define(
      'CreateTokenRequest',
      objectSchema(request, ['name', 'permissions'], 'A token that is to be issued.'),
      {
        limited: { summary: 'For some operations, for some years', value: given },
        relayer: {
          summary: 'For one relayer',
          value: { name: 'one relayer', permissions: ['relayers:read'], relayers: ['sepolia-relayer'] },
        },
      },
    );
  }
}

const instant = (description: string, example: string): JsonSchema => ({
  type: 'string',
  format: 'date-time',
  description,
  examples: [example],
});

function propertiesOf(schemas: ApiSchemas): Record<keyof typeof answered, JsonSchema> {
  const { name, permissions, relayers } = schemas.fields(TokenDraft, 'answered');
  return {
    id: {
      type: 'string',
      pattern: '^[A-Za-z0-9]{16}$',
      description: 'Its identifier, part of its text.',
      examples: [ID],
    },
    name: { ...name },
    permissions: { ...permissions },
    relayers: nullable({ ...relayers, description: 'The only relayers that there are for it; null for all.' }),
    created_at: instant('When it was made.', CREATED),
    expires_at: nullable(instant('When it stops being accepted, if ever.', EXPIRES)),
    revoked_at: nullable(instant('When it was revoked, if it was.', CREATED)),
    last_used_at: nullable(instant('When it was last used, about; null before its first use.', CREATED)),
  };
}
