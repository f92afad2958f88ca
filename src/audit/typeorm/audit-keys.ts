import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { SecretBox } from '../../encryption/secret-box';
import { Database } from '../../persistence/database';
import { insertRows } from '../../persistence/many-records';
import type { CommittedEntry } from '../domain/audit-chain';
import { AuditKey } from '../domain/audit-key';
import { AuditKeyRow, locationOfAuditKey } from './audit-key.row';

const ID = 'audit';
/** What is nowhere without an entry that says how it came there. */
const RECORDED = ['audit_events', 'pending_audit_entries', 'api_tokens', 'signers', 'notifications', 'relayers'];
const IS_RECORDED = RECORDED.map((table) => `EXISTS (SELECT 1 FROM ${table})`).join(' OR ');

/** The key of the audit log, which is sealed as secrets are, and made together with the first entry. */
@Injectable()
export class AuditKeys implements OnModuleInit {
  private readonly logger = new Logger('audit');
  private known: AuditKey | undefined;
  private isLost = false;

  constructor(
    private readonly database: Database,
    private readonly box: SecretBox,
  ) {}

  /** Whoever removed the key removed entries as well, perhaps: the next key tells that it is not the first. */
  async onModuleInit(): Promise<void> {
    this.isLost = await this.isMissing();
    if (this.isLost) this.logger.error('The key of the audit log is missing, although the database has records');
  }

  /** Whether there is none where there has to be one. What is recorded comes first: then its key is there, too. */
  async isMissing(): Promise<boolean> {
    const recorded = await this.database.query(`SELECT 1 WHERE ${IS_RECORDED}`);
    return recorded.length > 0 && (await this.read()) === undefined;
  }

  /** The key as the database has it now. */
  async read(): Promise<AuditKey | undefined> {
    const row = await this.database.manager.findOneBy(AuditKeyRow, { id: ID });
    return row ? AuditKey.read(this.box.open(row.sealed, locationOfAuditKey(ID))) : undefined;
  }

  /** A key that is not committed is not the key yet. */
  async find(): Promise<AuditKey | undefined> {
    if (this.known) return this.known;
    const key = await this.read();
    if (this.database.isInTransaction) this.database.afterCommit(() => (this.known = key));
    else this.known = key;
    return key;
  }

  /** In the transaction of the first entry: of several that are written at once, one makes the key, and the others wait. */
  async findOrMake(first: CommittedEntry): Promise<AuditKey> {
    const found = await this.find();
    if (found) return found;
    const { text } = AuditKey.make(this.isLost ? undefined : first);
    const row = { id: ID, sealed: this.box.seal(text, locationOfAuditKey(ID)), key_id: this.box.keyId };
    await insertRows(this.database, 'audit_keys', [row], ' ON CONFLICT (id) DO NOTHING');
    const made = await this.find();
    if (!made) throw new Error('The key of the audit log was not stored');
    return made;
  }
}
