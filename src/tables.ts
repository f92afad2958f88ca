import { TokenRelayerRow, TokenRow } from './auth/typeorm/token.row';
import { AuditEventRow } from './audit/typeorm/audit-event.row';
import { AuditHeadRow } from './audit/typeorm/audit-head.row';
import { AuditKeyRow, sealedAuditKey } from './audit/typeorm/audit-key.row';
import { PendingAuditEntryRow } from './audit/typeorm/pending-audit-entry.row';
import { DeliveryAttemptRow } from './webhooks/typeorm/delivery-attempt.row';
import { DeliveryQueueRow } from './webhooks/typeorm/delivery-queue.row';
import { DeliveryRow } from './webhooks/typeorm/delivery.row';
import { NotificationRow, sealedSigningKeys, sealedWebhookUrls } from './notifications/typeorm/notification.row';
import { RetiredSigningKeyRow, sealedRetiredKeys } from './notifications/typeorm/retired-signing-key.row';
import { NetworkRow, sealedEndpoints } from './networks/typeorm/network.row';
import { PluginRow, sealedConfigs } from './plugins/typeorm/plugin.row';
import { RelayerRow, sealedReasons, sealedRpcUrls } from './relayers/typeorm/relayer.row';
import { sealedSecrets, SignerRow } from './signers/typeorm/signer.row';
import { AnsweredRequestRow, sealedAnswers } from './idempotency/typeorm/answered-request.row';
import { CountRow } from './persistence/count.row';
import { SealedColumns } from './encryption/sealed-column';
import { KeyCheckRow } from './encryption/typeorm/key-check.row';

/** Every table that TypeORM knows. */
export const rows = [
  SignerRow,
  NotificationRow,
  RetiredSigningKeyRow,
  RelayerRow,
  NetworkRow,
  PluginRow,
  CountRow,
  TokenRow,
  TokenRelayerRow,
  AnsweredRequestRow,
  KeyCheckRow,
  AuditEventRow,
  AuditHeadRow,
  AuditKeyRow,
  PendingAuditEntryRow,
  DeliveryRow,
  DeliveryAttemptRow,
  DeliveryQueueRow,
];

/** Everything that is sealed; the answers to requests are gone after a day by themselves. */
export const sealedColumns = new SealedColumns(
  [
    sealedSecrets,
    sealedWebhookUrls,
    sealedSigningKeys,
    sealedRetiredKeys,
    sealedRpcUrls,
    sealedReasons,
    sealedEndpoints,
    sealedConfigs,
    sealedAuditKey,
  ],
  [sealedAnswers],
);
