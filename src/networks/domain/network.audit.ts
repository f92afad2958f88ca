import { stringifyExact } from '../../kernel/exact-json';
import { RecordAudit } from '../../kernel/record-audit';
import { withMaskedEndpoints } from './masked-network';
import type { Network } from './network';

/** With what no answer has. */
export const networkAudit = new RecordAudit<Network>(
  'network',
  ({ document, values }) => stringifyExact(withMaskedEndpoints({ ...document, ...values })),
  ({ values }) => values,
);
