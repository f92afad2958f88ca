import { Logger } from '@nestjs/common';
import { OperatorKey } from '../../src/auth/domain/operator-key';
import { COMMAND_LINE } from '../../src/auth/domain/principal';
import { newSelector, newTokenText } from '../../src/auth/domain/token-text';
import { TokenUses } from '../../src/auth/token-uses';
import { TokensService } from '../../src/auth/tokens.service';
import { TypeOrmTokenRepository } from '../../src/auth/typeorm/typeorm-token.repository';
import { SecretValue } from '../../src/kernel/secret';
import { onEachDatabase } from '../support/databases';
import { FixedClock } from '../support/fixed-clock';
import { type Ports, sharedPorts } from '../support/open-database';

const MINUTE_MS = 60_000;

// What goes wrong on purpose is not printed.
Logger.overrideLogger(false);

interface Process {
  readonly service: TokensService;
  readonly uses: TokenUses;
}

onEachDatabase('the service of tokens', (create) => {
  const { ports, another } = sharedPorts(create);
  const clock = new FixedClock();
  const start = ({ tokens, database, calls, changes }: Ports, key?: string): Process => {
    const uses = new TokenUses(tokens, database, calls);
    const operator = new OperatorKey(key === undefined ? undefined : new SecretValue(key));
    return { service: new TokensService(tokens, uses, database, clock, changes, operator), uses };
  };
  const issue = async (wish: object = {}) => {
    const { service } = start(ports());
    const { token, text } = await service.issue({ name: 'a', permissions: ['relayers:read'], ...wish }, COMMAND_LINE);
    return { id: token.entity.id, text: text.reveal() };
  };
  const lastUse = async (id: string): Promise<string | null | undefined> =>
    (await ports().tokens.find(id))?.entity.document.last_used_at;

  it('makes one first token where several processes start at once', async () => {
    const processes = await Promise.all(Array.from({ length: 4 }, () => another()));
    const texts = await Promise.all(processes.map((process) => start(process).service.issueFirst()));
    expect(texts.filter((text) => text !== undefined)).toHaveLength(1);
    expect((await ports().tokens.page({ page: 1n, perPage: 0 })).total).toBe(1);
    await ports().database.run(async () => {
      for (const statement of ['DELETE FROM api_tokens', 'DELETE FROM record_counts']) {
        await ports().database.query(statement);
      }
    });
  });

  it('makes the first token once, for which no later start waits, and none where the operator has a key', async () => {
    expect(await start(ports(), 'the key of the operator').service.issueFirst()).toBeUndefined();
    const { service, uses } = start(ports());
    const first = (await service.issueFirst())!;
    expect(await service.authenticate(first.reveal())).toMatchObject({ permissions: new Set(['*']) });
    await uses.beforeApplicationShutdown();
    let transactions = 0;
    ports().database.watch({ queried: () => undefined, transacted: () => transactions++ });
    expect(await service.issueFirst()).toBeUndefined();
    expect(transactions).toBe(0);
  });

  it('accepts a token until the instant of its expiry, and not from then on', async () => {
    const { text } = await issue({ expires_at: new Date(clock.now().getTime() + MINUTE_MS).toISOString() });
    const { service } = start(ports());
    clock.advance(MINUTE_MS - 1);
    expect(await service.authenticate(text)).toMatchObject({ name: 'a', permissions: new Set(['relayers:read']) });
    clock.advance(1);
    expect(await service.authenticate(text)).toBeUndefined();
  });

  it('confirms a token until it is revoked, and the key of the operator, but no other text', async () => {
    const key = 'the key of the operator, who chose it';
    const { service } = start(ports(), key);
    const confirmed = (text: string) =>
      ports().database.run(() => Promise.all([service.confirm(text, 'writing'), service.confirm(text, 'reading')]));
    const { id, text } = await issue();
    const unknown = newTokenText(newSelector()).text.reveal();
    for (const good of [key, text]) expect(await confirmed(good)).toEqual([true, true]);
    for (const other of ['', 'no token', `${text.slice(0, -1)}x`, unknown]) {
      expect(await service.authenticate(other)).toBeUndefined();
      expect(await confirmed(other)).toEqual([false, false]);
    }
    await service.revoke(id, COMMAND_LINE);
    expect(await confirmed(text)).toEqual([false, false]);
  });

  it('refuses an expiry that is not in the future', async () => {
    const expires_at = clock.now().toISOString();
    await expect(issue({ expires_at })).rejects.toMatchObject({
      faults: [{ path: 'expires_at', message: 'must be in the future' }],
    });
  });

  it('ends a token in every process at once', async () => {
    const { id, text } = await issue();
    const processes = [start(ports()), start(await another()), start(await another())];
    for (const { service } of processes) expect(await service.authenticate(text)).toBeDefined();
    await processes[1]!.service.revoke(id, COMMAND_LINE);
    for (const { service } of processes) expect(await service.authenticate(text)).toBeUndefined();
    clock.advance(-60 * MINUTE_MS);
    expect(await processes[0]!.service.authenticate(text)).toBeUndefined();
  });

  it('ends the text of a token that is rotated, and no other', async () => {
    const { id, text } = await issue();
    const other = await issue();
    const { service } = start(await another());
    expect(await service.authenticate(text)).toBeDefined();
    const rotated = await start(ports()).service.rotate(id, COMMAND_LINE);
    expect(rotated.token).toMatchObject({ entity: { id }, version: 2 });
    expect(await service.authenticate(text)).toBeUndefined();
    expect(await service.authenticate(rotated.text.reveal())).toMatchObject({ id });
    expect(await service.authenticate(other.text)).toBeDefined();
  });

  it('rotates no token that is revoked or has expired', async () => {
    const { service } = start(ports());
    const revoked = await issue();
    await service.revoke(revoked.id, COMMAND_LINE);
    const expired = await issue({ expires_at: new Date(clock.now().getTime() + MINUTE_MS).toISOString() });
    clock.advance(MINUTE_MS);
    await expect(service.rotate(revoked.id, COMMAND_LINE)).rejects.toMatchObject({ kind: 'conflict' });
    await expect(service.rotate(expired.id, COMMAND_LINE)).rejects.toMatchObject({
      kind: 'conflict',
      message: `Token with ID ${expired.id} is expired`,
    });
  });

  it('notes a use at most once a minute over all processes, and has written all of it when it shuts down', async () => {
    const { id, text } = await issue();
    const one = start(ports());
    const two = start(await another());
    const use = async ({ service, uses }: Process): Promise<string | null | undefined> => {
      await service.authenticate(text);
      await service.authenticate(text);
      await uses.beforeApplicationShutdown();
      return lastUse(id);
    };
    const first = clock.now().toISOString();
    expect(await use(one)).toBe(first);
    clock.advance(MINUTE_MS - 1);
    expect(await use(one)).toBe(first);
    expect(await use(two)).toBe(first);
    clock.advance(1);
    const second = clock.now().toISOString();
    expect(await use(two)).toBe(second);
    clock.advance(MINUTE_MS - 1);
    expect(await use(one)).toBe(second);
  });

  it('notes uses again when the clock was set back by more than a minute', async () => {
    const { id, text } = await issue();
    const { service, uses } = start(ports());
    await service.authenticate(text);
    await uses.beforeApplicationShutdown();
    clock.advance(-5 * MINUTE_MS);
    await service.authenticate(text);
    await uses.beforeApplicationShutdown();
    expect(await lastUse(id)).toBe(clock.now().toISOString());
  });

  it('accepts a token although its use cannot be noted', async () => {
    const { text } = await issue();
    const { database, tokens, calls, changes } = ports();
    const failing = {
      run: () => Promise.reject(new Error('disk full')),
      read: () => Promise.reject(new Error('unused')),
      afterCommit: () => undefined,
    };
    const uses = new TokenUses(tokens, failing, calls);
    const service = new TokensService(tokens, uses, database, clock, changes, new OperatorKey(undefined));
    expect(await service.authenticate(text)).toBeDefined();
    await uses.beforeApplicationShutdown();
    expect(await service.authenticate(text)).toBeDefined();
  });

  it('asks the database nothing for the key of the operator, and once for every other token', async () => {
    const { database } = ports();
    let queries = 0;
    const query = (...statement: Parameters<typeof database.query>) => {
      queries++;
      return database.query(...statement);
    };
    const counting = Object.create(database, { query: { value: query } }) as typeof database;
    const key = 'the key of the operator, who chose it';
    const { service, uses } = start(
      { ...ports(), database: counting, tokens: new TypeOrmTokenRepository(counting) },
      key,
    );
    const asked = async (text: string): Promise<number> => {
      await uses.beforeApplicationShutdown();
      queries = 0;
      expect(await service.authenticate(text)).toBeDefined();
      return queries;
    };
    const { text } = await issue();
    await service.authenticate(text);
    expect([await asked(key), await asked(text), await asked(text)]).toEqual([0, 1, 1]);
  });
});
