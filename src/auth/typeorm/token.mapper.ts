import { Locked, type Revision, type Stored } from '../../kernel/record';
import type { NewRow } from '../../persistence/record-table';
import { ApiToken } from '../domain/api-token';
import type { Grant } from '../domain/permissions';
import type { TokenRow } from './token.row';

/** A use is no new version. */
export const revisionOf = ({ seq, version, last_used_at: used }: TokenRow): Revision => ({
  position: seq,
  version,
  ...(used !== null && { variant: `-${Date.parse(used).toString(36)}` }),
});

export const storedToken = (row: TokenRow): Stored<ApiToken> => ({ ...revisionOf(row), entity: tokenOf(row) });

export const lockedToken = (row: TokenRow): Locked<ApiToken> => new Locked(tokenOf(row), row.seq, row.version);

export function tokenRow({ document, digest }: ApiToken, version: number): NewRow<TokenRow> {
  const { permissions, relayers, ...rest } = document;
  return {
    ...rest,
    version,
    digest,
    permissions: JSON.stringify(permissions),
    relayers: relayers && JSON.stringify(relayers),
  };
}

function tokenOf(row: TokenRow): ApiToken {
  const { id, name, permissions, relayers, created_at, expires_at, last_used_at, revoked_at, digest } = row;
  const document = {
    id,
    name,
    permissions: JSON.parse(permissions) as Grant[],
    relayers: relayers === null ? null : (JSON.parse(relayers) as string[]),
    created_at,
    expires_at,
    last_used_at,
    revoked_at,
  };
  return ApiToken.restore(document, digest);
}
