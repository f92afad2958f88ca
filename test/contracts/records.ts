import fc from 'fast-check';
import { stringifyExact } from '../../src/kernel/exact-json';
import type { Page, PageRequest } from '../../src/kernel/page';
import type { Kept, Published } from '../../src/kernel/record';
import { type Ports, skipPlaces, undone } from '../support/open-database';

interface Recorded {
  readonly id: string;
  readonly document: object;
}

/** What the repositories of records have in common. */
export interface Records<Entity extends Recorded> {
  read(id: string): Promise<Published | undefined>;
  page(request: PageRequest): Promise<Page<Published>>;
  lock(id: string): Promise<Kept<Entity> | undefined>;
  add(entity: Entity): Promise<Published>;
  remove(kept: Kept<Entity>): Promise<void>;
}

export interface RecordsSubject<Entity extends Recorded> {
  /** The table that holds them. */
  readonly table: string;
  readonly records: (ports: Ports) => Records<Entity>;
  readonly make: (id: string) => Entity;
}

const idOf = ({ json }: Published): string => (JSON.parse(json) as { readonly id: string }).id;

/** The ids on a page. */
const idsOn = ({ items }: Page<Published>): string[] => items.map(idOf);

/** What every repository of records promises of its records and of the list of them. */
export function describeRecords<Entity extends Recorded>(
  ports: () => Ports,
  { table, records, make }: RecordsSubject<Entity>,
): void {
  let made = 0;
  const freshId = (): string => `${table}-${String(++made)}`;
  const repository = (): Records<Entity> => records(ports());
  const add = async (id: string): Promise<Published> => ports().database.run(() => repository().add(make(id)));
  const remove = (id: string): Promise<void> =>
    ports().database.run(async () => repository().remove((await repository().lock(id))!));

  it('reads what was added, as its first version', async () => {
    const id = freshId();
    const added = await add(id);
    expect(added).toMatchObject({ version: 1 });
    expect(idOf(added)).toBe(id);
    expect(await repository().read(id)).toEqual(added);
  });

  it('locks the entity that was added', async () => {
    const id = freshId();
    const added = await add(id);
    const kept = await ports().database.run(() => repository().lock(id));
    expect(kept).toMatchObject({ position: added.position, version: 1 });
    expect(stringifyExact(kept!.entity.document)).toBe(stringifyExact(make(id).document));
  });

  it.each(['none', '', 'a\0b', 'ü', "'; --", 'x'.repeat(37)])('knows no record with the id %j', async (id) => {
    expect(await repository().read(id)).toBeUndefined();
    expect(await ports().database.run(() => repository().lock(id))).toBeUndefined();
  });

  it('removes a record for good, and never gives its place away', async () => {
    const id = freshId();
    const { position } = await add(id);
    await remove(id);
    expect(await repository().read(id)).toBeUndefined();
    expect((await add(id)).position).toBeGreaterThan(position);
  });

  it('keeps nothing of a transaction that fails', async () => {
    const id = freshId();
    const before = await repository().page({ page: 1n, perPage: 1000 });
    await undone(ports(), async () => {
      await repository().add(make(id));
      expect((await repository().page({ page: 1n, perPage: 0 })).total).toBe(before.total + 1);
    });
    expect(await repository().page({ page: 1n, perPage: 1000 })).toEqual(before);
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
      expect(await repository().page(request)).toEqual({ items: [], total });
    }
  });

  it('goes on after a record that was read last, whatever came and went before it', async () => {
    const ids = [freshId(), freshId(), freshId(), freshId()] as const;
    for (const id of ids) await add(id);
    const second = (await repository().read(ids[1]))!;
    await remove(ids[0]);
    await remove(ids[1]);
    const rest = await repository().page({ page: 1n, perPage: 10, after: second.position });
    expect(idsOn(rest)).toEqual([ids[2], ids[3]]);
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
        const model = idsOn(await repository().page({ page: 1n, perPage: 1000 }));
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
  records: { page(request: PageRequest): Promise<Page<Published>> },
  model: readonly string[],
  perPage: number,
): Promise<void> {
  const read: string[] = [];
  let after: number | undefined;
  for (let page = 1; read.length < model.length; page++) {
    const numbered = await records.page({ page: BigInt(page), perPage });
    expect({ total: numbered.total, ids: idsOn(numbered) }).toEqual({
      total: model.length,
      ids: model.slice((page - 1) * perPage, page * perPage),
    });
    if (after !== undefined) expect(await records.page({ page: BigInt(page), perPage, after })).toEqual(numbered);
    read.push(...idsOn(numbered));
    after = numbered.items.at(-1)?.position;
  }
  expect(read).toEqual(model);
}
