import { recordContent, sentenceContent } from '../../http/openapi/envelopes';
import { nullable } from '../../http/openapi/field-schema';
import type { Content, DescribeOperation } from '../../http/openapi/operation';
import { parameter } from '../../http/openapi/parameters';
import { objectSchema, type Parts } from '../../http/openapi/parts';
import { about, absence, describeGet, describeList, failureOf, idOf, type Readable } from '../../http/openapi/reading';
import type { JsonSchema } from '../../kernel/declarations';
import type { TokenDocument } from '../domain/api-token';
import { TokenDraft } from '../domain/token.fields';

const ID = 'exampleTokenId00';
const CREATED = '2026-01-31T12:00:00.000Z';
const EXPIRES = '2030-01-31T00:00:00.000Z';
/** Its checksum is wrong: nobody can mistake it for a token that somebody lost. */
const TEXT = `rms_${ID}_${'A'.repeat(43)}_00000000`;

const given = { name: 'deployment pipeline', permissions: ['relayers:read', 'relayers:write'], expires_at: EXPIRES };

const shown: TokenDocument & { readonly last_used_at: string | null } = {
  id: ID,
  name: given.name,
  permissions: ['relayers:read', 'relayers:write'],
  relayers: null,
  created_at: CREATED,
  expires_at: EXPIRES,
  revoked_at: null,
  last_used_at: null,
};

const readable: Readable = {
  name: 'Token',
  id: ID,
  absent: `Token with ID ${ID} not found`,
  shown: (parts) => ({
    schema: parts.schema('Token', objectSchema(propertiesOf(parts), undefined, 'A credential of the API.')),
    examples: { token: { summary: 'A token that was not used yet', value: shown } },
  }),
};

/** The descriptions of the operations on tokens. */
export const describeTokens = {
  list: describeList(readable),
  get: describeGet(readable),
  create: (parts) => ({
    ...about(
      'Token',
      'createToken',
      'Issue a token',
      'The text of the token is in this answer and nowhere else. A token can have no more than its caller has.',
    ),
    body: {
      schema: parts.shape(TokenDraft, 'given', 'CreateToken'),
      examples: {
        limited: { summary: 'For some operations, for some years', value: given },
        relayer: {
          summary: 'For one relayer',
          value: { name: 'one relayer', permissions: ['relayers:read'], relayers: ['sepolia-relayer'] },
        },
      },
    },
    answers: {
      201: {
        description: 'The token that was made.',
        headers: ['ETag', 'Location', 'Cache-Control'],
        content: issuedContent(parts),
      },
    },
  }),
  rotate: (parts) => ({
    ...about(
      'Token',
      'rotateToken',
      'Give a token another text',
      'The text before is worth nothing from then on. The new one is in this answer and nowhere else.',
    ),
    parameters: [idOf(readable), parameter('IfMatch')],
    answers: {
      200: {
        description: 'The token with its new text.',
        headers: ['ETag', 'Cache-Control'],
        content: issuedContent(parts),
      },
      404: absence(parts, readable),
      409: failureOf(parts, 'It is not in use any more.', {
        revoked: `Token with ID ${ID} is revoked`,
        expired: `Token with ID ${ID} is expired`,
      }),
    },
  }),
  revoke: (parts) => ({
    ...about('Token', 'revokeToken', 'Revoke a token', 'Ends the token, at once and for good. It stays in the list.'),
    parameters: [idOf(readable), parameter('IfMatch')],
    answers: {
      200: { description: 'It was revoked.', content: sentenceContent(parts, 'Token revoked successfully') },
      404: absence(parts, readable),
    },
  }),
} satisfies Readonly<Record<string, DescribeOperation>>;

/** A token together with its text. */
function issuedContent(parts: Parts): Content {
  const token = {
    type: 'string',
    pattern: '^rms_[A-Za-z0-9]{16}_[A-Za-z0-9_-]{43}_[0-9a-f]{8}$',
    description: 'The text that a caller signs in with.',
    examples: [TEXT],
  };
  const schema = objectSchema({ ...propertiesOf(parts), token }, undefined, 'A token together with its text.');
  return recordContent(parts, 'IssuedToken', {
    schema: parts.schema('IssuedToken', schema),
    examples: { token: { summary: 'The only time that its text is shown', value: { ...shown, token: TEXT } } },
  });
}

const instant = (description: string, example: string): JsonSchema => ({
  type: 'string',
  format: 'date-time',
  description,
  examples: [example],
});

function propertiesOf(parts: Parts): Record<keyof typeof shown, JsonSchema> {
  const { name, permissions, relayers } = parts.properties(TokenDraft, 'shown');
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
