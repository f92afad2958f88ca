import { Injectable } from '@nestjs/common';
import { isEntityId } from '../../kernel/entity-id';
import { mapPage, type Page, type PageRequest } from '../../kernel/page';
import type { Locked, Stored } from '../../kernel/record';
import { Database } from '../../persistence/database';
import type { Statement } from '../../persistence/statement';
import { RecordTable } from '../../persistence/record-table';
import type { Where } from '../../persistence/table';
import type { ApiToken } from '../domain/api-token';
import { TokenRepository } from '../domain/token.repository';
import { lockedToken, revisionOf, storedToken, tokenRow } from './token.mapper';
import { TokenRelayerRow, TokenRow } from './token.row';

/** All but the newest: a database without any token gets a first one. */
const ENDED = `SELECT id FROM api_tokens WHERE (revoked_at < ? OR expires_at < ?)
  AND seq < (SELECT MAX(newest.seq) FROM api_tokens AS newest) ORDER BY seq LIMIT 100`;

/** In milliseconds: nobody needs to have a use noted, and all who hold the token for a change queue behind it. */
const MAX_WAIT_TO_NOTE_MS = 200;

@Injectable()
export class TypeOrmTokenRepository extends TokenRepository {
  private readonly table: RecordTable<TokenRow>;
  private readonly locked: Statement<TokenRow>;
  private readonly held: Statement<TokenRow>;

  constructor(private readonly database: Database) {
    super();
    const state = { version: 'row.version', last_used_at: 'row.last_used_at' };
    this.table = new RecordTable(database, TokenRow, { state, revisionOf });
    const byId = this.table.select().where('row.id = :id');
    const inTurn = (lock: 'alone' | 'shared') => byId.clone().addSelect(database.inTurn(lock, 'row.seq'), 'turn');
    this.locked = database.compile(inTurn('alone'), database.forUpdate);
    this.held = database.compile(inTurn('shared'), database.forShare);
  }

  override async find(id: string): Promise<Stored<ApiToken> | undefined> {
    const row = await this.table.find(id);
    return row && storedToken(row);
  }

  override async page(request: PageRequest, relayers?: ReadonlySet<string>): Promise<Page<Stored<ApiToken>>> {
    return mapPage(await this.table.page(request, relayers && within([...relayers])), storedToken);
  }

  override async lockEmpty(): Promise<boolean> {
    return (await this.table.lockTotal()) === 0;
  }

  override async lock(id: string): Promise<Locked<ApiToken> | undefined> {
    if (!isEntityId(id)) return undefined;
    const [row] = await this.locked.run({ id });
    return row && lockedToken(row);
  }

  override async hold(id: string): Promise<Stored<ApiToken> | undefined> {
    const [row] = await this.held.run({ id });
    return row && storedToken(row);
  }

  override async add(token: ApiToken): Promise<Stored<ApiToken>> {
    const row = await this.table.add(tokenRow(token, 1));
    const relayers = token.document.relayers ?? [];
    const restrictions = relayers.map((relayer_id) => ({ token_id: token.id, relayer_id }));
    if (restrictions.length > 0) await this.database.manager.insert(TokenRelayerRow, restrictions);
    return storedToken(row);
  }

  override async replace({ position, version }: Locked<ApiToken>, token: ApiToken): Promise<Stored<ApiToken>> {
    const row = { ...tokenRow(token, version + 1), seq: position };
    await this.table.replace(row);
    return storedToken(row);
  }

  override async endedBefore(time: Date): Promise<readonly string[]> {
    const before = time.toISOString();
    const rows = await this.database.query<{ id: string }>(ENDED, [before, before]);
    return rows.map(({ id }) => id);
  }

  override remove({ position }: Locked<ApiToken>): Promise<void> {
    return this.table.remove(position);
  }

  override async noteUse({ entity, position }: Stored<ApiToken>, now: Date): Promise<void> {
    await this.database.waitForLocks(MAX_WAIT_TO_NOTE_MS);
    await this.locked.run({ id: entity.id });
    await this.database.manager
      .createQueryBuilder()
      .update(TokenRow)
      .set({ last_used_at: now.toISOString() })
      .where('seq = :position', { position })
      .andWhere('last_used_at IS NOT DISTINCT FROM :before', { before: entity.document.last_used_at })
      .execute();
  }
}

/** Of the tokens that are restricted to some relayers, those that have none but the given ones. */
const within =
  (relayers: readonly string[]): Where<TokenRow> =>
  (query) => {
    const restriction = () =>
      query.subQuery().select('1').from(TokenRelayerRow, 'restriction').where('restriction.token_id = row.id');
    const beyond = restriction().andWhere('restriction.relayer_id NOT IN (:...relayers)', { relayers });
    return `EXISTS ${restriction().getQuery()} AND NOT EXISTS ${beyond.getQuery()}`;
  };
