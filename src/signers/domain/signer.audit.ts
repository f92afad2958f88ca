import { SET } from '../../kernel/changed-paths';
import { RecordAudit } from '../../kernel/record-audit';
import { conceal } from './concealment';
import type { Signer } from './signer';

export const signerAudit = new RecordAudit<Signer>('signer', auditForm, ({ kind, config }) => ({
  type: kind.type,
  config,
}));

/** The configuration without its secrets; their paths say which of them are set. */
function auditForm({ kind, config, document }: Signer): string {
  const secrets = [...conceal(kind.config, config).secrets.keys()];
  return JSON.stringify({ ...document, secrets: Object.fromEntries(secrets.map((path) => [path, SET])) });
}
