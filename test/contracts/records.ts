import { allOf, readPage } from '../support/read-page';
import fc from 'fast-check';
import { stringifyExact } from '../../src/kernel/exact-json';
import type { Page, PageRequest } from '../../src/kernel/page';
import type { Revision } from '../../src/kernel/record';
import { type Ports, skipPlaces, undone } from '../support/open-database';

interface Recorded {
  readonly id: string;
  readonly document: object;
}

/** A record as a list has it. */
type Listed = Revision & ({ readonly id: string } | { readonly entity: { readonly id: string } });

type Locked<Entity> = Revision & { readonly entity: Entity };

/** What the repositories of records have in common. */
export interface Records<Entity extends Recorded, Record extends Locked<Entity> = Locked<Entity>> {
  find(id: string): Promise<Listed | undefined>;
  page(request: PageRequest): Promise<Page<Listed>>;
  lock(id: string): Promise<Record | undefined>;
  add(entity: Entity): Promise<Listed>;
  remove(locked: Record): Promise<void>;
}

export interface RecordsSubject<Entity extends Recorded, Record extends Locked<Entity>> {
  /** The table that holds them. */
  readonly table: string;
  readonly records: (ports: Ports) => Records<Entity, Record>;
  readonly make: (id: string) => Entity;
  /** What their ids begin with, where not every text is one. */
  readonly prefix?: string;
}

const idOf = (record: Listed): string => ('entity' in record ? record.entity.id : record.id);

/** The ids on a page. */
const idsOn = async ({ items }: Page<Listed>): Promise<string[]> => (await allOf(items)).map(idOf);

/** What every repository of records promises of its records and of the list of them. */
export function describeRecords<Entity extends Recorded, Record extends Locked<Entity>>(
  ports: () => Ports,
  { table, records, make, prefix = '' }: RecordsSubject<Entity, Record>,
): void {
  let made = 0;
  const freshId = (): string => `${prefix}${table}-${String(++made)}`;
  const repository = (): Records<Entity, Record> => records(ports());
  const add = async (id: string): Promise<Listed> => ports().database.run(() => repository().add(make(id)));
  const remove = (id: string): Promise<void> =>
    ports().database.run(async () => repository().remove((await repository().lock(id))!));

  it('reads what was added, as its first version', async () => {
    const id = freshId();
    const added = await add(id);
    expect(added).toMatchObject({ version: 1 });
    expect(idOf(added)).toBe(id);
    expect(await repository().find(id)).toEqual(added);
  });

  it('locks the entity that was added', async () => {
    const id = freshId();
    const added = await add(id);
    const kept = await ports().database.run(() => repository().lock(id));
    expect(kept).toMatchObject({ position: added.position, version: 1 });
    expect(stringifyExact(kept!.entity.document)).toBe(stringifyExact(make(id).document));
  });

  it.each(['none', '', 'a\0b', 'ü', "'; --", 'x'.repeat(37), 'evm:', ':', `evm:${'x'.repeat(640)}`])(
    'knows no record with the id %j',
    async (id) => {
      expect(await repository().find(id)).toBeUndefined();
      expect(await ports().database.run(() => repository().lock(id))).toBeUndefined();
    },
  );

  it('removes a record for good, and never gives its place away', async () => {
    const id = freshId();
    const { position } = await add(id);
    await remove(id);
    expect(await repository().find(id)).toBeUndefined();
    expect((await add(id)).position).toBeGreaterThan(position);
  });

  it('keeps nothing of a transaction that fails', async () => {
    const id = freshId();
    const before = await readPage(repository().page({ page: 1n, perPage: 1000 }));
    await undone(ports(), async () => {
      await repository().add(make(id));
      expect((await repository().page({ page: 1n, perPage: 0 })).total).toBe(before.total + 1);
    });
    expect(await readPage(repository().page({ page: 1n, perPage: 1000 }))).toEqual(before);
  });

  it('gives a total, and no items, for pages without any', async () => {
    const { total } = await repository().page({ page: 1n, perPage: 1 });
    expect(total).toBeGreaterThan(0);
    for (const request of [
      { page: 1n, perPage: 0 },
      { page: BigInt(total) + 1n, perPage: 1 },
      { page: 10n ** 99n, perPage: 1000 },
      { page: 1n, perPage: 10, after: 2 ** 31 - 1 },
      { page: 1n, perPage: 10, after: 2 ** 31 },
    ]) {
      expect(await readPage(repository().page(request))).toEqual({ items: [], total });
    }
  });

  it('goes on after a record that was read last, whatever came and went before it', async () => {
    const ids = [freshId(), freshId(), freshId(), freshId()] as const;
    for (const id of ids) await add(id);
    const second = (await repository().find(ids[1]))!;
    await remove(ids[0]);
    await remove(ids[1]);
    const rest = await repository().page({ page: 1n, perPage: 10, after: second.position });
    expect(await idsOn(rest)).toEqual([ids[2], ids[3]]);
  });

  it('lists every page as a plain list would, after any creations and deletions', async () => {
    const step = fc.record({
      skip: fc.constantFrom(0, 0, 0, 1, 23, 63, 64, 65, 4095, 4096, 9000),
      add: fc.nat(40),
      remove: fc.array(fc.nat(1000), { maxLength: 20 }),
    });
    const steps = fc.array(step, { minLength: 1, maxLength: 8 });
    const property = fc.asyncProperty(steps, fc.constantFrom(1, 2, 7, 63, 64, 65, 1000), (taken, perPage) =>
      undone(ports(), async () => {
        const model = await idsOn(await repository().page({ page: 1n, perPage: 1000 }));
        for (const { skip, add: additions, remove: picks } of taken) {
          await skipPlaces(ports(), table, skip);
          for (const id of Array.from({ length: additions }, freshId)) {
            await repository().add(make(id));
            model.push(id);
          }
          for (const pick of picks) {
            const [id] = model.splice(pick % model.length, 1);
            if (id !== undefined) await repository().remove((await repository().lock(id))!);
          }
        }
        await expectPages(repository(), model, perPage);
      }),
    );
    await fc.assert(property, { numRuns: 15 });
  }, 120_000);
}

/** Compares every page of a list, by number and by what it follows, with a model of it. */
export async function expectPages(
  records: { page(request: PageRequest): Promise<Page<Listed>> },
  model: readonly string[],
  perPage: number,
): Promise<void> {
  const read: string[] = [];
  let after: number | undefined;
  for (let page = 1; read.length < model.length; page++) {
    const numbered = await records.page({ page: BigInt(page), perPage });
    const ids = await idsOn(numbered);
    expect({ total: numbered.total, ids }).toEqual({
      total: model.length,
      ids: model.slice((page - 1) * perPage, page * perPage),
    });
    if (after !== undefined) {
      const following = records.page({ page: BigInt(page), perPage, after });
      expect(await readPage(following)).toEqual(await readPage(Promise.resolve(numbered)));
    }
    read.push(...ids);
    after = numbered.revisions.at(-1)?.position;
  }
  expect(read).toEqual(model);
}
