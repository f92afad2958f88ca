import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '../../kernel/page';
import { Database } from '../../persistence/database';
import { DocumentTable, published } from '../../persistence/document-table';
import type { Condition } from '../../persistence/filtered-page';
import { ApiToken, type TokenDocument } from '../domain/api-token';
import { type KeptToken, type PublishedToken, TokenRepository } from '../domain/token.repository';
import { TokenRow } from './token.row';

/** How many tokens are kept in their parsed form. */
const MOST_PARSED = 10_000;

@Injectable()
export class TypeOrmTokenRepository extends TokenRepository {
  private readonly table: DocumentTable<TokenRow>;
  private readonly parsed = new Map<string, { readonly document: string; readonly token: ApiToken }>();

  constructor(private readonly database: Database) {
    super();
    this.table = new DocumentTable(database, TokenRow, ['digest', 'last_used_at'], () => Promise.resolve(database));
  }

  override state(): number | undefined {
    return this.database.state();
  }

  override async find(id: string): Promise<KeptToken | undefined> {
    const row = await this.table.find(id);
    return row && this.kept(row);
  }

  override page(request: PageRequest, relayers?: ReadonlySet<string>): Promise<Page<PublishedToken>> {
    return this.table.page(request, publish, relayers ? [restrictedTo([...relayers])] : []);
  }

  override async lockEmpty(): Promise<boolean> {
    return (await this.table.lockTotal()) === 0;
  }

  override async lock(id: string): Promise<KeptToken | undefined> {
    const row = await this.table.lock(id);
    return row && this.kept(row);
  }

  override async add(token: ApiToken): Promise<PublishedToken> {
    const row = { ...columnsOf(token), version: 1, last_used_at: null };
    const seq = await this.table.insert(row);
    for (const relayer of token.document.relayers ?? []) {
      await this.database.query('INSERT INTO api_token_relayers (token_id, relayer_id) VALUES (?, ?)', [
        token.id,
        relayer,
      ]);
    }
    return publish({ ...row, seq });
  }

  override async replace({ entity, position, version, lastUsedAt }: KeptToken): Promise<PublishedToken> {
    const row = { ...columnsOf(entity), seq: position, version: version + 1, last_used_at: lastUsedAt };
    await this.table.replace(row);
    return publish(row);
  }

  override async noteUse({ position, lastUsedAt }: KeptToken, now: Date): Promise<void> {
    await this.database.query(
      'UPDATE api_tokens SET last_used_at = ? WHERE seq = ? AND last_used_at IS NOT DISTINCT FROM ?',
      [now.toISOString(), position, lastUsedAt],
    );
  }

  private kept(row: TokenRow): KeptToken {
    return { ...publish(row), entity: this.parse(row) };
  }

  /** The row was read just now; only what would come of parsing the same text again is remembered. */
  private parse({ id, document, digest }: TokenRow): ApiToken {
    const known = this.parsed.get(id);
    if (known?.document === document && known.token.digest === digest) return known.token;
    const token = ApiToken.restore(JSON.parse(document) as TokenDocument, digest);
    if (this.parsed.size >= MOST_PARSED) this.parsed.clear();
    this.parsed.set(id, { document, token });
    return token;
  }
}

const publish = (row: TokenRow): PublishedToken => ({ ...published(row), lastUsedAt: row.last_used_at });

function columnsOf({ document, digest }: ApiToken): Pick<TokenRow, 'id' | 'document' | 'digest'> {
  const { revoked_at, ...rest } = document;
  return { id: document.id, document: JSON.stringify({ ...rest, last_used_at: null, revoked_at }), digest };
}

const restrictedTo = (relayers: readonly string[]): Condition => ({
  sql: `EXISTS (SELECT 1 FROM api_token_relayers WHERE token_id = api_tokens.id)
    AND NOT EXISTS (SELECT 1 FROM api_token_relayers WHERE token_id = api_tokens.id
      AND relayer_id NOT IN (${relayers.map(() => '?').join(', ')}))`,
  parameters: relayers,
});
