import { CreateRecords1763700000000 } from './1763700000000-create-records';
import { CreateApiTokens1763700000001 } from './1763700000001-create-api-tokens';
import { CreateAnsweredRequests1763700000002 } from './1763700000002-create-answered-requests';
import { GiveTokensALife1763700000010 } from './1763700000010-give-tokens-a-life';
import { CreateAuditTrail1763700000020 } from './1763700000020-create-audit-trail';
import { NameKeysInUse1763700000021 } from './1763700000021-name-keys-in-use';
import { KeepConfigurationSections1763700000025 } from './1763700000025-keep-configuration-sections';
import { CreateDeliveries1763700000030 } from './1763700000030-create-deliveries';
import { KeepWhatDeliveriesNeed1763700000031 } from './1763700000031-keep-what-deliveries-need';
import { SealReasons1763700000032 } from './1763700000032-seal-reasons';

/** All migrations, in the order in which they run. */
export const migrations = [
  CreateRecords1763700000000,
  CreateApiTokens1763700000001,
  CreateAnsweredRequests1763700000002,
  GiveTokensALife1763700000010,
  CreateAuditTrail1763700000020,
  NameKeysInUse1763700000021,
  KeepConfigurationSections1763700000025,
  CreateDeliveries1763700000030,
  KeepWhatDeliveriesNeed1763700000031,
  SealReasons1763700000032,
];
