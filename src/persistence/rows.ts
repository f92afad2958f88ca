import { TokenRelayerRow, TokenRow } from '../auth/typeorm/token.row';
import { AuditEventRow } from '../events/typeorm/audit-event.row';
import { AuditHeadRow } from '../events/typeorm/audit-head.row';
import { KeptSectionRow, sealedSections } from '../bundle/typeorm/kept-section.row';
import { NotificationRow, sealedSigningKeys } from '../notifications/typeorm/notification.row';
import { RelayerRow, sealedRpcUrls } from '../relayers/typeorm/relayer.row';
import { sealedSecrets, SignerRow } from '../signers/typeorm/signer.row';
import { AnsweredRequestRow, sealedAnswers } from './answered-request.row';
import { CountRow } from './count.row';
import type { SealedColumn } from './sealed-column';

/** Every table that TypeORM knows. */
export const rows = [
  SignerRow,
  NotificationRow,
  RelayerRow,
  CountRow,
  TokenRow,
  TokenRelayerRow,
  AnsweredRequestRow,
  AuditEventRow,
  AuditHeadRow,
  KeptSectionRow,
];

/** What is sealed in records: it has to open as long as the record is there. */
export const sealedRecords: readonly SealedColumn[] = [sealedSecrets, sealedSigningKeys, sealedRpcUrls, sealedSections];

/** Everything that is sealed; the answers to requests are gone after a day by themselves. */
export const sealedColumns: readonly SealedColumn[] = [...sealedRecords, sealedAnswers];
