import type { AuditEntry } from './change-log';
import { changedPaths } from './changed-paths';
import type { RecordChange, Stored } from './record';
import { outcomeOf } from './record-outcome';

/** The audit entries of one kind of record. */
export class RecordAudit<Entity extends { readonly id: string }> {
  /**
   * @param resource what the kind is called
   * @param form the JSON text of what nobody has to hide
   * @param compared what says which fields changed; secret ones, too
   */
  constructor(
    private readonly resource: string,
    private readonly form: (entity: Entity) => string,
    private readonly compared: (entity: Entity) => object,
  ) {}

  entryOf(change: RecordChange<Entity>): AuditEntry {
    const { before, after } = change;
    const { event, entity, version } = outcomeOf(change);
    if (before && after) return this.changed(event, before, after, version);
    const text = this.form(entity);
    return { ...this.headOf(event, entity, version), ...(before ? { before: text } : { after: text }) };
  }

  /** @param version that it has now */
  changed(event: string, { entity }: Stored<Entity>, after: Entity, version: number): AuditEntry {
    return {
      ...this.headOf(event, after, version),
      paths: changedPaths(this.compared(entity), this.compared(after)),
      before: this.form(entity),
      after: this.form(after),
    };
  }

  private headOf(event: string, { id }: Entity, version: number) {
    const { resource } = this;
    return { resource, id, action: `${resource}.${event}`, version };
  }
}
