import type { TokenRepository } from '../../src/auth/domain/token.repository';
import { TypeOrmTokenRepository } from '../../src/auth/typeorm/typeorm-token.repository';
import { DeliverySignal } from '../../src/webhooks/domain/delivery-signal';
import type { DeliveryQueue } from '../../src/webhooks/domain/delivery-queue';
import type { DeliveryRepository } from '../../src/webhooks/domain/delivery.repository';
import { TypeOrmDeliveryQueue } from '../../src/webhooks/typeorm/typeorm-delivery-queue';
import { TypeOrmDeliveryRepository } from '../../src/webhooks/typeorm/typeorm-delivery.repository';
import { CallContext } from '../../src/kernel/call-context';
import { AuditSealer } from '../../src/audit/audit-sealer';
import type { AuditLog } from '../../src/audit/domain/audit-log';
import { AuditKeys } from '../../src/audit/typeorm/audit-keys';
import { TypeOrmAuditLog } from '../../src/audit/typeorm/typeorm-audit-log';
import type { ChangeLog } from '../../src/kernel/change-log';
import { TransactionalChangeLog } from '../../src/webhooks/transactional-change-log';
import { DatabaseClock } from '../../src/persistence/database-clock';
import type { NotificationRepository } from '../../src/notifications/domain/notification.repository';
import type { NotificationUsage } from '../../src/notifications/domain/notification-usage';
import { TypeOrmNotificationRepository } from '../../src/notifications/typeorm/typeorm-notification.repository';
import { TypeOrmNotificationUsage } from '../../src/notifications/typeorm/typeorm-notification-usage';
import { NetworkKinds } from '../../src/networks/domain/kinds';
import type { NetworkRepository } from '../../src/networks/domain/network.repository';
import type { NetworkUsage } from '../../src/networks/domain/network-usage';
import { TypeOrmNetworkRepository } from '../../src/networks/typeorm/typeorm-network.repository';
import { TypeOrmNetworkUsage } from '../../src/networks/typeorm/typeorm-network-usage';
import type { Database } from '../../src/persistence/database';
import { openDatabase } from '../../src/persistence/open-database';
import { SecretBox } from '../../src/encryption/secret-box';
import { NetworkTypes } from '../../src/relayers/domain/policies';
import type { PluginRepository } from '../../src/plugins/domain/plugin.repository';
import { TypeOrmPluginRepository } from '../../src/plugins/typeorm/typeorm-plugin.repository';
import type { RelayerRepository } from '../../src/relayers/domain/relayer.repository';
import { TypeOrmRelayerRepository } from '../../src/relayers/typeorm/typeorm-relayer.repository';
import { SignerKinds } from '../../src/signers/domain/kinds';
import type { SignerRepository } from '../../src/signers/domain/signer.repository';
import type { SignerUsage } from '../../src/signers/domain/signer-usage';
import { TypeOrmSignerRepository } from '../../src/signers/typeorm/typeorm-signer.repository';
import { TypeOrmSignerUsage } from '../../src/signers/typeorm/typeorm-signer-usage';
import { rows } from '../../src/tables';
import type { TestDatabase } from './databases';

/** The repository ports over one database, as the service has them, without HTTP. */
export interface Ports {
  readonly calls: CallContext;
  readonly database: Database;
  readonly box: SecretBox;
  readonly relayers: RelayerRepository;
  readonly notifications: NotificationRepository;
  readonly signers: SignerRepository;
  readonly networks: NetworkRepository;
  readonly plugins: PluginRepository;
  readonly tokens: TokenRepository;
  readonly notificationUsage: NotificationUsage;
  readonly signerUsage: SignerUsage;
  readonly networkUsage: NetworkUsage;
  readonly audit: AuditLog;
  readonly changes: ChangeLog;
  readonly signal: DeliverySignal;
  readonly queue: DeliveryQueue;
  readonly deliveries: DeliveryRepository;
}

/** The same in every process of a test, so that one opens what another sealed. */
const KEYS = [{ id: 'test', key: Buffer.alloc(32, 7) }];

/** Ports on connections of their own, as another process has them, which the caller closes. */
export async function openPorts({ settings }: TestDatabase): Promise<Ports> {
  const calls = new CallContext();
  const database = await openDatabase(settings, calls, rows);
  const box = new SecretBox(KEYS);
  const notifications = new TypeOrmNotificationRepository(database, box);
  const queue = new TypeOrmDeliveryQueue(database);
  const signal = new DeliverySignal();
  const clock = new DatabaseClock(database);
  const audit = new TypeOrmAuditLog(database, calls, clock, new AuditKeys(database, box));
  const sealer = new AuditSealer(audit, calls);
  return {
    calls,
    database,
    box,
    relayers: new TypeOrmRelayerRepository(database, box, new NetworkTypes()),
    notifications,
    signers: new TypeOrmSignerRepository(database, box, new SignerKinds()),
    networks: new TypeOrmNetworkRepository(database, box, new NetworkKinds()),
    plugins: new TypeOrmPluginRepository(database, box),
    tokens: new TypeOrmTokenRepository(database),
    notificationUsage: new TypeOrmNotificationUsage(database),
    signerUsage: new TypeOrmSignerUsage(database),
    networkUsage: new TypeOrmNetworkUsage(database),
    audit,
    changes: new TransactionalChangeLog(database, audit, sealer, notifications, queue, signal, clock),
    signal,
    queue,
    deliveries: new TypeOrmDeliveryRepository(database),
  };
}

/**
 * Gives the tests of a describe block ports on a fresh database that they share.
 * @returns what opens the database again, as another process does; it is closed with the first
 */
export function sharedPorts(create: () => Promise<TestDatabase>): {
  readonly ports: () => Ports;
  readonly another: () => Promise<Ports>;
} {
  let test: TestDatabase;
  const open: Ports[] = [];
  const another = async (): Promise<Ports> => {
    const ports = await openPorts(test);
    open.push(ports);
    return ports;
  };
  beforeAll(async () => {
    test = await create();
    await another();
  }, 30_000);
  afterAll(async () => {
    await Promise.all(open.map(({ database }) => database.close()));
    await test.drop();
  });
  return { ports: () => open[0]!, another };
}

const UNDO = new Error('undo');

/** Runs work in a transaction of which nothing is kept, so that the database is the same for every run of a property. */
export async function undone({ database }: Ports, work: () => Promise<void>): Promise<void> {
  const outcome = database.run(async () => {
    await work();
    throw UNDO;
  });
  await outcome.catch((error: unknown) => {
    if (error !== UNDO) throw error;
  });
}

/** Leaves that many places of a table unused, as creations that were rolled back do. */
export async function skipPlaces({ database }: Ports, table: string, places: number): Promise<void> {
  if (places === 0) return;
  if (database.dataSource.options.type === 'postgres') {
    const sequence = `pg_get_serial_sequence('${table}', 'seq')`;
    await database.query(`SELECT setval(${sequence}, nextval(${sequence}) + ${String(places - 1)})`);
    return;
  }
  await database.query(
    `INSERT INTO sqlite_sequence (name, seq) SELECT ?, 0 WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = ?)`,
    [table, table],
  );
  await database.query('UPDATE sqlite_sequence SET seq = seq + ? WHERE name = ?', [places, table]);
}
