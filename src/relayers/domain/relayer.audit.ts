import type { AuditEntry } from '../../kernel/change-log';
import { changedPaths } from '../../kernel/changed-paths';
import { stringifyExact } from '../../kernel/exact-json';
import type { Stored } from '../../kernel/record';
import { withMaskedUrls } from './masked-urls';
import type { Relayer } from './relayer';
import type { RpcConfig } from './rpc-config';

const entryOf = (
  event: string,
  { id }: Relayer,
  version: number,
): Pick<AuditEntry, 'resource' | 'id' | 'action' | 'version'> => ({
  resource: 'relayer',
  id,
  action: `relayer.${event}`,
  version,
});

/** RPC endpoints often carry their credential in the path or the query. */
const auditForm = (relayer: Relayer): string => stringifyExact(withMaskedUrls(relayer.document));

export const relayerCreated = (relayer: Relayer): AuditEntry => ({
  ...entryOf('created', relayer, 1),
  after: auditForm(relayer),
});

export const relayerUpdated = (stored: Stored<Relayer>, relayer: Relayer): AuditEntry =>
  changed('updated', stored, relayer);

/** A runtime took it out of service, or put it back. */
export const relayerSystemStateSet = (stored: Stored<Relayer>, relayer: Relayer): AuditEntry =>
  changed(relayer.document.system_disabled ? 'system_disabled' : 'system_enabled', stored, relayer);

function changed(event: string, { entity, version }: Stored<Relayer>, relayer: Relayer): AuditEntry {
  const paths = changedPaths(entity.document, relayer.document);
  return {
    paths,
    before: stringifyExact(withChangedUrls(entity, relayer, paths)),
    after: stringifyExact(withChangedUrls(relayer, entity, paths)),
    ...entryOf(event, relayer, version + 1),
  };
}

/** Of what may be a long list, only the endpoints that the other state has not; nothing where the lists are the same. */
function withChangedUrls({ document }: Relayer, other: Relayer, paths: readonly string[]): object {
  const masked = withMaskedUrls(document);
  const { custom_rpc_urls: endpoints, ...rest } = masked;
  if (!paths.includes('custom_rpc_urls')) return rest;
  const others = new Set(other.document.custom_rpc_urls?.map(textOf));
  const own = document.custom_rpc_urls ?? [];
  return { ...masked, custom_rpc_urls: endpoints?.filter((_, index) => !others.has(textOf(own[index]))) ?? null };
}

const textOf = (endpoint: RpcConfig | undefined): string => JSON.stringify(endpoint);

export const relayerDeleted = ({ entity, version }: Stored<Relayer>): AuditEntry => ({
  ...entryOf('deleted', entity, version),
  before: auditForm(entity),
});
