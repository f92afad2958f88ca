import { TokenRelayerRow, TokenRow } from '../auth/typeorm/token.row';
import { AuditEventRow } from '../events/typeorm/audit-event.row';
import { AuditHeadRow } from '../events/typeorm/audit-head.row';
import { DeliveryAttemptRow } from '../deliveries/typeorm/delivery-attempt.row';
import { DeliveryQueueRow } from '../deliveries/typeorm/delivery-queue.row';
import { DeliveryRow } from '../deliveries/typeorm/delivery.row';
import { KeptSectionRow, sealedSections } from '../bundle/typeorm/kept-section.row';
import { NotificationRow, sealedSigningKeys } from '../notifications/typeorm/notification.row';
import { RetiredSigningKeyRow, sealedRetiredKeys } from '../notifications/typeorm/retired-signing-key.row';
import { RelayerRow, sealedReasons, sealedRpcUrls } from '../relayers/typeorm/relayer.row';
import { sealedSecrets, SignerRow } from '../signers/typeorm/signer.row';
import { AnsweredRequestRow, sealedAnswers } from './answered-request.row';
import { CountRow } from './count.row';
import type { SealedColumn } from './sealed-column';

/** Every table that TypeORM knows. */
export const rows = [
  SignerRow,
  NotificationRow,
  RetiredSigningKeyRow,
  RelayerRow,
  CountRow,
  TokenRow,
  TokenRelayerRow,
  AnsweredRequestRow,
  AuditEventRow,
  AuditHeadRow,
  KeptSectionRow,
  DeliveryRow,
  DeliveryAttemptRow,
  DeliveryQueueRow,
];

/** What is sealed in records: it has to open as long as the record is there. */
export const sealedRecords: readonly SealedColumn[] = [
  sealedSecrets,
  sealedSigningKeys,
  sealedRetiredKeys,
  sealedRpcUrls,
  sealedReasons,
  sealedSections,
];

/** Everything that is sealed; the answers to requests are gone after a day by themselves. */
export const sealedColumns: readonly SealedColumn[] = [...sealedRecords, sealedAnswers];
