import { Injectable } from '@nestjs/common';
import { Journal } from '../events/domain/journal';
import { parseExact, stringifyExact } from '../kernel/exact-json';
import type { Bundle } from './domain/bundle';
import { KEPT_SECTIONS, type KeptSection } from './domain/configuration-file';
import { NAME_OF } from './domain/kept.section';
import { KeptSections } from './domain/kept-sections';
import type { FieldChange, PlanDraft, Wish } from './domain/plan';

/** Changes the sections that are kept as they are. */
@Injectable()
export class KeptSectionsService {
  constructor(
    private readonly sections: KeptSections,
    private readonly journal: Journal,
  ) {}

  /** Makes the sections what a bundle says; returns the names of those that are stored differently and must not be. */
  async settle(bundle: Bundle, { existing }: Wish, plan: PlanDraft): Promise<readonly string[]> {
    const taken: string[] = [];
    for (const name of KEPT_SECTIONS) {
      const wanted = bundle[name];
      if (!wanted) continue;
      const before = await this.sections.read(name);
      if (before === wanted.json || (before === undefined && wanted.items.size === 0)) plan.unchanged++;
      else if (before === undefined || existing === 'replace') {
        const fields = changes(name, before ?? '[]', wanted.items);
        await this.sections.write(name, wanted.json);
        plan.add(before === undefined ? 'create' : 'update', name, name, before, fields);
        const paths = fields.map(({ path }) => path);
        this.journal.record({ resource: 'configuration', id: name, action: 'configuration.updated', paths });
      } else if (existing === 'fail') taken.push(name);
      else plan.skipped++;
    }
    return taken;
  }
}

/** Which items differ, by name. Not how: their URLs often carry credentials. */
function changes(section: KeptSection, before: string, after: ReadonlyMap<string, string>): FieldChange[] {
  const items = parseExact(before) as readonly unknown[];
  const old = new Map(items.map((item) => [NAME_OF[section](item) ?? '', stringifyExact(item)]));
  const names = [...new Set([...old.keys(), ...after.keys()])];
  const differing = names.filter((name) => old.get(name) !== after.get(name));
  return (differing.length > 0 ? differing : [section]).map((path) => ({ path, secret: true }));
}
