import type { AuditEntry } from '../../kernel/change-log';
import { changedPaths, SET } from '../../kernel/changed-paths';
import type { Stored } from '../../kernel/record';
import { conceal } from './concealment';
import type { Signer } from './signer';

/** The configuration without its secrets; their paths say which of them are set. */
function auditForm({ kind, config, document }: Signer): string {
  const secrets = [...conceal(kind.config, config).secrets.keys()];
  return JSON.stringify({ ...document, secrets: Object.fromEntries(secrets.map((path) => [path, SET])) });
}

export const signerCreated = (signer: Signer): AuditEntry => ({
  resource: 'signer',
  id: signer.id,
  action: 'signer.created',
  version: 1,
  after: auditForm(signer),
});

export const signerUpdated = ({ entity, version }: Stored<Signer>, signer: Signer): AuditEntry => ({
  resource: 'signer',
  id: signer.id,
  action: 'signer.updated',
  version: version + 1,
  paths: changedPaths(
    { type: entity.kind.type, config: entity.config },
    { type: signer.kind.type, config: signer.config },
  ),
  before: auditForm(entity),
  after: auditForm(signer),
});

export const signerDeleted = ({ entity, version }: Stored<Signer>): AuditEntry => ({
  resource: 'signer',
  id: entity.id,
  action: 'signer.deleted',
  version,
  before: auditForm(entity),
});
