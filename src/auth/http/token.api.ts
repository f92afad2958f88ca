import { Api, type Content } from '../../http/openapi/api.decorator';
import {
  absence,
  ApiDelete,
  ApiGet,
  ApiList,
  failureAnswerOf,
  idOf,
  type Resource,
  sentenceOf,
} from '../../http/openapi/resource.decorators';

const ID = 'exampleTokenId00';

/** What the API description tells of tokens. */
const TOKEN: Resource = { name: 'Token', id: ID, isIdGiven: true, absent: `Token with ID ${ID} not found` };

const ISSUED: Content = { model: 'IssuedTokenAnswer' };

export const ApiListTokens = () => ApiList(TOKEN);

export const ApiGetToken = () => ApiGet(TOKEN);

export const ApiIssueToken = () =>
  Api({
    id: 'createToken',
    tag: 'Tokens',
    summary: 'Issue a token',
    description:
      'The text of the token is in this answer and nowhere else. A token can have no more than its caller has.',
    body: { model: 'CreateTokenRequest' },
    answers: {
      201: {
        description: 'The token that was made.',
        headers: ['ETag', 'Location', 'Cache-Control'],
        content: ISSUED,
      },
    },
  });

export const ApiRotateToken = () =>
  Api({
    id: 'rotateToken',
    tag: 'Tokens',
    summary: 'Give a token another text',
    description: 'The text before is worth nothing from then on. The new one is in this answer and nowhere else.',
    parameters: [idOf(TOKEN), 'IfMatch'],
    answers: {
      200: { description: 'The token with its new text.', headers: ['ETag', 'Cache-Control'], content: ISSUED },
      404: absence(TOKEN),
      409: failureAnswerOf('It is not in use any more.', {
        revoked: `Token with ID ${ID} is revoked`,
        expired: `Token with ID ${ID} is expired`,
      }),
    },
  });

export const ApiRevokeToken = () =>
  ApiDelete(TOKEN, {
    id: 'revokeToken',
    summary: 'Revoke a token',
    description: 'Ends the token, at once and for good. It stays in the list.',
    answers: {
      200: { description: 'It was revoked.', content: sentenceOf('Token revoked successfully') },
      404: absence(TOKEN),
    },
  });
