import { Injectable } from '@nestjs/common';
import { type Change, ChangeLog } from '../kernel/change-log';
import { DomainError } from '../kernel/domain-error';
import type { Page, PageRequest } from '../kernel/page';
import { checkUnchanged, type Precondition, type RecordChange, type Stored } from '../kernel/record';
import { Transactions } from '../kernel/transactions';
import type { Validated } from '../kernel/validation';
import type { Plugin } from './domain/plugin';
import { pluginAudit } from './domain/plugin.audit';
import { pluginEvent } from './domain/plugin.events';
import type { PluginChanges } from './domain/plugin.fields';
import { PluginRepository } from './domain/plugin.repository';

/** What can be done with plugins, which a relayer process runs. Every change is all or nothing. */
@Injectable()
export class PluginsService {
  constructor(
    private readonly plugins: PluginRepository,
    private readonly transactions: Transactions,
    private readonly changes: ChangeLog,
  ) {}

  /** Oldest first. */
  list(request: PageRequest): Promise<Page<Stored<Plugin>>> {
    return this.plugins.page(request);
  }

  /** @throws DomainError `not_found` */
  async get(id: string): Promise<Stored<Plugin>> {
    return (await this.plugins.find(id)) ?? absent(id);
  }

  /**
   * Changes what is given. A change to what already is keeps the version.
   * @throws DomainError `invalid` with every fault, `not_found`, `precondition_failed`
   */
  patch(
    id: string,
    { value: changes, faults }: Validated<PluginChanges>,
    precondition?: Precondition,
  ): Promise<Stored<Plugin>> {
    if (faults.length > 0) throw DomainError.invalid(faults);
    return this.transactions.run(async () => {
      const locked = (await this.plugins.lock(id)) ?? absent(id);
      checkUnchanged(locked, precondition);
      const plugin = locked.entity.changed(changes);
      if (plugin.equals(locked.entity)) return locked;
      const replaced = await this.plugins.replace(locked, plugin);
      await this.changes.record(changeOf({ before: locked, after: plugin }));
      return replaced;
    }, `plugin/${id}`);
  }

  /** Carries out changes; needs a transaction. */
  async writeAll(changes: readonly RecordChange<Plugin>[], first?: number): Promise<void> {
    await this.plugins.many.write(changes, first);
    await this.changes.record(...changes.map(changeOf));
  }
}

const changeOf = (change: RecordChange<Plugin>): Change => ({
  entry: pluginAudit.entryOf(change),
  announcements: [pluginEvent(change)],
});

function absent(id: string): never {
  throw DomainError.notFound(`Plugin with id ${id} not found`);
}
