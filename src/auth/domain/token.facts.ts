import { changedPaths, type Fact } from '../../events/domain/fact';
import type { ApiToken } from './api-token';
import type { KeptToken } from './token.repository';

const fact = (
  event: string,
  { id }: ApiToken,
  version: number,
): Pick<Fact, 'resource' | 'id' | 'action' | 'version'> => ({
  resource: 'token',
  id,
  action: `token.${event}`,
  version,
});

/** The plain form has neither the text of the token nor its digest. */
const shown = ({ document }: ApiToken): string => JSON.stringify(document);

export const tokenCreated = (token: ApiToken): Fact => ({ ...fact('created', token, 1), after: shown(token) });

/** Its text is another one; nothing else is. */
export const tokenRotated = ({ entity, version }: KeptToken): Fact => ({
  ...fact('rotated', entity, version + 1),
  paths: ['token'],
  before: shown(entity),
  after: shown(entity),
});

export const tokenRevoked = ({ entity, version }: KeptToken, token: ApiToken): Fact => ({
  ...fact('revoked', token, version + 1),
  paths: changedPaths(entity.document, token.document),
  before: shown(entity),
  after: shown(token),
});
