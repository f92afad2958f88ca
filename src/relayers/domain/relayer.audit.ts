import type { AuditEntry } from '../../kernel/change-log';
import { changedPaths } from '../../kernel/changed-paths';
import { stringifyExact } from '../../kernel/exact-json';
import type { PlainObject } from '../../kernel/merge-patch';
import type { Stored } from '../../kernel/record';
import { withMaskedUrls } from './masked-urls';
import type { Relayer, RelayerDocument } from './relayer';

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
  return {
    paths: changedPaths(entity.document, relayer.document),
    before: stringifyExact(withChangedItems(entity.document, relayer.document)),
    after: stringifyExact(withChangedItems(relayer.document, entity.document)),
    ...entryOf(event, relayer, version + 1),
  };
}

/** Of what may be long, a list or the reason, only what the other state has not; nothing of it where both are the same. */
function withChangedItems(document: RelayerDocument, other: RelayerDocument): PlainObject {
  const { policies, disabled_reason: reason, ...masked } = withMaskedUrls(document);
  return {
    ...changedItems(masked, { ...document }, { ...other }),
    ...(!isSame(document.disabled_reason, other.disabled_reason) && { disabled_reason: reason }),
    policies: changedItems(policies, document.policies, other.policies),
  };
}

/** @param own the same fields where nothing is masked, by which they are compared */
function changedItems(shown: PlainObject, own: PlainObject, other: PlainObject): PlainObject {
  const fields = Object.entries(shown).filter(([name]) => !Array.isArray(own[name]) || !isSame(own[name], other[name]));
  return Object.fromEntries(
    fields.map(([name, value]) => [name, Array.isArray(value) ? itemsBeyond(value, own[name], other[name]) : value]),
  );
}

function itemsBeyond(shown: readonly unknown[], own: unknown, other: unknown): readonly unknown[] {
  const others = new Set(listOf(other).map((item) => stringifyExact(item)));
  const items = listOf(own);
  return shown.filter((_, index) => !others.has(stringifyExact(items[index])));
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const isSame = (one: unknown, other: unknown): boolean => changedPaths(one, other).length === 0;

export const relayerDeleted = ({ entity, version }: Stored<Relayer>): AuditEntry => ({
  ...entryOf('deleted', entity, version),
  before: auditForm(entity),
});
