import { changedPaths, type Fact, SET } from '../../events/domain/fact';
import type { Kept } from '../../kernel/record';
import { conceal } from './concealment';
import type { Signer } from './signer';

/** The configuration without its secrets; which of them are set is told by their paths. */
function shown({ kind, config, document }: Signer): string {
  const secrets = [...conceal(kind.config, config).secrets.keys()];
  return JSON.stringify({ ...document, secrets: Object.fromEntries(secrets.map((path) => [path, SET])) });
}

export const signerCreated = (signer: Signer): Fact => ({
  resource: 'signer',
  id: signer.id,
  action: 'signer.created',
  version: 1,
  after: shown(signer),
});

export const signerUpdated = ({ entity, version }: Kept<Signer>, signer: Signer): Fact => ({
  resource: 'signer',
  id: signer.id,
  action: 'signer.updated',
  version: version + 1,
  paths: changedPaths(
    { type: entity.kind.type, config: entity.config },
    { type: signer.kind.type, config: signer.config },
  ),
  before: shown(entity),
  after: shown(signer),
});

export const signerDeleted = ({ entity, version }: Kept<Signer>): Fact => ({
  resource: 'signer',
  id: entity.id,
  action: 'signer.deleted',
  version,
  before: shown(entity),
});
