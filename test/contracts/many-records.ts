import { readPage } from '../support/read-page';
import { stringifyExact } from '../../src/kernel/exact-json';
import type { Prepared } from '../../src/kernel/prepared';
import type { ManyOf } from '../../src/kernel/record';
import type { Ports } from '../support/open-database';
import { expectPages, type Records } from './records';

interface Recorded {
  readonly id: string;
  readonly document: object;
}

/** What every repository promises of many records at once. */
export function describeManyRecords<Entity extends Recorded>(
  ports: () => Ports,
  repository: () => Pick<Records<Entity>, 'page'> & { readonly many: ManyOf<Entity> },
  make: (id: string) => Entity,
  change: (entity: Entity) => Entity,
  prefix = '',
): void {
  const ids = Array.from({ length: 250 }, (_, index) => `${prefix}many-${String(index)}`);
  const run = <T>(work: () => Promise<T>): Promise<T> => ports().database.run(work);
  const text = ({ document }: Entity): string => stringifyExact(document);

  it('creates, finds, locks, replaces and removes many at once', async () => {
    const before = await readPage(repository().page({ page: 1n, perPage: 1000 }));
    const others = before.items.map((item) => ('entity' in item ? item.entity.id : item.id));
    const created = ids.map(make);
    await run(() => repository().many.write(created.map((after) => ({ after }))));
    await expectPages(repository(), [...others, ...ids], 64);
    const stored = await repository().many.find(['none', 'a\0b', ...ids]);
    expect([...stored.keys()].sort()).toEqual([...ids].sort());
    for (const entity of created) expect(text(stored.get(entity.id)!.entity)).toBe(text(entity));

    const changes = created.map((entity, index) => {
      const found = stored.get(entity.id)!;
      return index % 2 === 0 ? { before: found, after: change(entity) } : { before: found };
    });
    const fresh = make(`${prefix}many-more`);
    // Nothing of what is prepared is lost as JSON.
    const prepared = JSON.parse(JSON.stringify(repository().many.prepare([...changes, { after: fresh }]))) as Prepared;
    await run(() => repository().many.writePrepared(prepared));
    const rest = ids.filter((_, index) => index % 2 === 0);
    await expectPages(repository(), [...others, ...rest, fresh.id], 64);
    const locked = await run(() => repository().many.lock([...ids, fresh.id]));
    expect(locked.get(fresh.id)).toMatchObject({ version: 1 });
    expect(locked.get(ids[1]!)).toBeUndefined();
    for (const id of rest) expect(locked.get(id)).toEqual({ position: stored.get(id)!.position, version: 2 });
    const changed = await repository().many.find(rest);
    for (const id of rest) expect(text(changed.get(id)!.entity)).toBe(text(change(stored.get(id)!.entity)));
  });
}
