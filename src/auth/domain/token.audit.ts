import type { AuditEntry } from '../../kernel/change-log';
import { changedPaths } from '../../kernel/changed-paths';
import type { Stored } from '../../kernel/record';
import type { ApiToken } from './api-token';

const entryOf = (
  event: string,
  { id }: ApiToken,
  version: number,
): Pick<AuditEntry, 'resource' | 'id' | 'action' | 'version'> => ({
  resource: 'token',
  id,
  action: `token.${event}`,
  version,
});

/** The plain form has neither the text of the token nor its digest; a use is no change. */
const auditForm = ({ document }: ApiToken): string => JSON.stringify({ ...document, last_used_at: undefined });

export const tokenCreated = (token: ApiToken): AuditEntry => ({
  ...entryOf('created', token, 1),
  after: auditForm(token),
});

/** It ended long ago, and is forgotten. */
export const tokenRemoved = ({ entity, version }: Stored<ApiToken>): AuditEntry => ({
  ...entryOf('removed', entity, version),
  before: auditForm(entity),
});

/** Its text is another one; nothing else is. */
export const tokenRotated = ({ entity, version }: Stored<ApiToken>): AuditEntry => ({
  ...entryOf('rotated', entity, version + 1),
  paths: ['token'],
  before: auditForm(entity),
  after: auditForm(entity),
});

export const tokenRevoked = ({ entity, version }: Stored<ApiToken>, token: ApiToken): AuditEntry => ({
  ...entryOf('revoked', token, version + 1),
  paths: changedPaths(entity.document, token.document),
  before: auditForm(entity),
  after: auditForm(token),
});
