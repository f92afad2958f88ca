import type { AuditEntry } from '../../kernel/change-log';
import { changedPaths } from '../../kernel/changed-paths';
import { stringifyExact } from '../../kernel/exact-json';
import type { Stored } from '../../kernel/record';
import { withMaskedEndpoints } from './masked-network';
import type { Network } from './network';

const entryOf = (
  event: string,
  { id }: Network,
  version: number,
): Pick<AuditEntry, 'resource' | 'id' | 'action' | 'version'> => ({
  resource: 'network',
  id,
  action: `network.${event}`,
  version,
});

/** With what no answer has. */
const auditForm = ({ document, values }: Network): string =>
  stringifyExact(withMaskedEndpoints({ ...document, ...values }));

export const networkCreated = (network: Network): AuditEntry => ({
  ...entryOf('created', network, 1),
  after: auditForm(network),
});

export const networkUpdated = ({ entity, version }: Stored<Network>, network: Network): AuditEntry => ({
  ...entryOf('updated', network, version + 1),
  paths: changedPaths(entity.values, network.values),
  before: auditForm(entity),
  after: auditForm(network),
});

export const networkDeleted = ({ entity, version }: Stored<Network>): AuditEntry => ({
  ...entryOf('deleted', entity, version),
  before: auditForm(entity),
});
