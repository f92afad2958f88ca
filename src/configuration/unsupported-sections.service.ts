import { Injectable } from '@nestjs/common';
import { ChangeLog } from '../kernel/change-log';
import { parseExact, stringifyExact } from '../kernel/exact-json';
import type { Configuration } from './domain/configuration';
import { UNSUPPORTED_SECTIONS, type UnsupportedSection } from './domain/configuration-document';
import { OutdatedPlan } from './outdated-plan';
import { nameOfItem } from './domain/unsupported.section';
import { UnsupportedSections } from './domain/unsupported-sections';
import type { FieldChange, PlanDraft, ApplyOptions } from './domain/plan';

/** A section that is to be stored in another way. */
export interface SectionChange {
  readonly name: UnsupportedSection;
  readonly before: string | undefined;
  readonly after: string;
  readonly paths: readonly string[];
}

/** Changes the sections that are stored as they are. */
@Injectable()
export class UnsupportedSectionsService {
  constructor(
    private readonly sections: UnsupportedSections,
    private readonly changes: ChangeLog,
  ) {}

  /** What makes the sections what a configuration says; one that is stored differently and must not be is a conflict. */
  async plan(
    configuration: Configuration,
    { onConflict }: ApplyOptions,
    plan: PlanDraft,
  ): Promise<readonly SectionChange[]> {
    const planned: SectionChange[] = [];
    for (const name of UNSUPPORTED_SECTIONS) {
      const wanted = configuration.unsupported(name);
      if (!wanted) continue;
      const before = await this.sections.read(name);
      if (before === wanted.json || (before === undefined && wanted.items.size === 0)) plan.unchanged++;
      else if (before === undefined || onConflict === 'replace') {
        const fields = changes(name, before ?? '[]', wanted.items);
        plan.add(before === undefined ? 'create' : 'update', name, name, before, fields);
        planned.push({ name, before, after: wanted.json, paths: fields.map(({ path }) => path) });
      } else if (onConflict === 'fail') plan.conflicts.push(name);
      else plan.skipped++;
    }
    return planned;
  }

  /**
   * Needs a transaction.
   * @throws OutdatedPlan
   */
  async write(planned: readonly SectionChange[]): Promise<void> {
    for (const { name, before, after, paths } of planned) {
      if ((await this.sections.read(name)) !== before) throw new OutdatedPlan();
      await this.sections.write(name, after);
      const entry = { resource: 'configuration', id: name, action: 'configuration.updated', paths };
      await this.changes.record({ entry });
    }
  }
}

/** Which items differ, by name. Not how: their URLs often carry credentials. */
function changes(section: UnsupportedSection, before: string, after: ReadonlyMap<string, string>): FieldChange[] {
  const items = parseExact(before) as readonly unknown[];
  const old = new Map(items.map((item) => [nameOfItem(section, item) ?? '', stringifyExact(item)]));
  const names = [...new Set([...old.keys(), ...after.keys()])];
  const differing = names.filter((name) => old.get(name) !== after.get(name));
  return (differing.length > 0 ? differing : [section]).map((path) => ({ path, secret: true }));
}
