import { readPage } from '../support/read-page';
import { ApiToken, type TokenWish } from '../../src/auth/domain/api-token';
import { TokenRepository } from '../../src/auth/domain/token.repository';
import { type Ports, undone } from '../support/open-database';

const NOW = new Date('2030-01-01T00:00:00.000Z');
const LATER = new Date('2030-01-01T00:01:00.000Z');
const ALL = { page: 1n, perPage: 100 };

const issue = (wish: Partial<TokenWish> = {}) =>
  ApiToken.issue({ name: 'deployment', permissions: ['*'], ...wish }, NOW);

/**
 * What keeps the tokens promises.
 * @param another opens the database as another process does
 */
export function describeTokenRepository(ports: () => Ports, another: () => Promise<Ports>): void {
  const add = async (wish: Partial<TokenWish> = {}): Promise<ApiToken> => {
    const { token } = issue(wish);
    await ports().database.run(() => ports().tokens.add(token));
    return token;
  };
  const change = (id: string, make: (token: ApiToken) => ApiToken, { database, tokens } = ports()): Promise<void> =>
    database.run(async () => {
      const kept = (await tokens.lock(id))!;
      await tokens.replace(kept, make(kept.entity));
    });

  describe(TokenRepository.name, () => {
    it('finds a token by its id, as it was added', async () => {
      const token = await add({ permissions: ['relayers:read', 'signers:write'], expires_at: LATER.toISOString() });
      const kept = (await ports().tokens.find(token.id))!;
      expect(kept).toMatchObject({ version: 1 });
      expect(kept.entity).toMatchObject({ digest: token.digest, principal: token.principal });
      expect(kept.entity.document).toEqual({ ...token.document, last_used_at: null });
    });

    it('keeps the digest of a token, and nothing of its text', async () => {
      const { database, tokens } = ports();
      const { token, text } = issue();
      await database.run(() => tokens.add(token));
      const stored = JSON.stringify(await database.query('SELECT * FROM api_tokens'));
      expect(stored).toContain(token.digest);
      const [, , secret] = text.reveal().split(/^rms_([^_]+)_/);
      expect(stored).not.toContain(secret);
    });

    it.each(['none', '', 'ü', 'a\0b', 'x'.repeat(37)])('finds no token with the id %j', async (id) => {
      expect(await ports().tokens.find(id)).toBeUndefined();
    });

    it('lists tokens in the order of their creation, and counts what is kept', async () => {
      const { tokens } = ports();
      const before = await readPage(tokens.page(ALL));
      const added = [await add(), await add(), await add()];
      await undone(ports(), async () => {
        await tokens.add(issue({ relayers: ['a'] }).token);
      });
      const { items, total } = await readPage(tokens.page(ALL));
      expect(total).toBe(before.total + 3);
      expect(items.slice(before.items.length).map(({ entity }) => entity.id)).toEqual(added.map(({ id }) => id));
    });

    it('lists and counts only tokens within the given relayers', async () => {
      const inside = [await add({ relayers: ['r1'] }), await add({ relayers: ['r2', 'r1'] })];
      await add({ relayers: ['r1', 'r3'] });
      await add();
      const { items, total } = await readPage(ports().tokens.page(ALL, new Set(['r1', 'r2'])));
      expect(items.map(({ entity }) => entity.id)).toEqual(inside.map(({ id }) => id));
      expect(total).toBe(2);
      const second = await readPage(ports().tokens.page({ page: 2n, perPage: 1 }, new Set(['r1', 'r2'])));
      expect(second).toMatchObject({ items: [{ entity: { id: inside[1]!.id } }], total: 2 });
    });

    it('shows a change by another process at once, and as another version', async () => {
      const { id } = await add();
      const here = ports().tokens;
      const there = await another();
      expect((await here.find(id))?.entity.stateAt(NOW)).toBe('active');
      await change(id, (token) => token.revoked(NOW), there);
      expect(await here.find(id)).toMatchObject({
        version: 2,
        entity: { document: { revoked_at: NOW.toISOString() } },
      });
      expect(await here.find(id)).toEqual(await there.tokens.find(id));
    });

    it('knows a rotated token by its new digest only', async () => {
      const { id, digest } = await add();
      await ports().tokens.find(id);
      await change(id, (token) => token.rotated().token);
      const kept = (await ports().tokens.find(id))!;
      expect(kept.entity.digest).toMatch(/^[0-9a-f]{64}$/);
      expect(kept.entity.digest).not.toBe(digest);
    });

    it('notes a use as no new version, unless another one was noted meanwhile', async () => {
      const { id } = await add();
      const { database, tokens } = ports();
      const read = (await tokens.find(id))!;
      await database.run(() => tokens.noteUse(read, NOW));
      await database.run(() => tokens.noteUse(read, LATER));
      const noted = (await tokens.find(id))!;
      expect(noted).toMatchObject({ position: read.position, version: read.version });
      expect(noted.entity.document).toEqual({ ...read.entity.document, last_used_at: NOW.toISOString() });
      await database.run(() => tokens.noteUse(noted, LATER));
      expect((await tokens.find(id))?.entity.document.last_used_at).toBe(LATER.toISOString());
    });

    it('keeps the last use of a token that is changed', async () => {
      const { id } = await add();
      const { database, tokens } = ports();
      const read = (await tokens.find(id))!;
      await database.run(() => tokens.noteUse(read, NOW));
      await change(id, (token) => token.rotated().token);
      expect((await tokens.find(id))?.entity.document.last_used_at).toBe(NOW.toISOString());
    });
  });
}
