import { Injectable } from '@nestjs/common';
import { type Change, ChangeLog } from '../kernel/change-log';
import { DomainError } from '../kernel/domain-error';
import type { Page, PageRequest } from '../kernel/page';
import { checkUnchanged, type Precondition, type RecordChange, type Stored } from '../kernel/record';
import { Transactions } from '../kernel/transactions';
import type { Validated } from '../kernel/validation';
import { SignerKinds } from './domain/kinds';
import { Signer, type SignerDocument } from './domain/signer';
import { signerEvent } from './domain/signer.events';
import { signerAudit } from './domain/signer.audit';
import type { SignerDraft } from './domain/signer.fields';
import { SignerRepository } from './domain/signer.repository';
import { SignerUsage } from './domain/signer-usage';

/** What can be done with signers. Every change is all or nothing. */
@Injectable()
export class SignersService {
  constructor(
    private readonly signers: SignerRepository,
    private readonly usage: SignerUsage,
    private readonly kinds: SignerKinds,
    private readonly transactions: Transactions,
    private readonly changes: ChangeLog,
  ) {}

  /** Oldest first. */
  list(request: PageRequest): Promise<Page<Stored<SignerDocument>>> {
    return this.signers.page(request);
  }

  /** @throws DomainError `not_found` */
  async get(id: string): Promise<Stored<SignerDocument>> {
    return (await this.signers.find(id)) ?? absent(id);
  }

  /** @throws DomainError `invalid` with every fault, `conflict` where the id is taken */
  async create(draft: Validated<SignerDraft>): Promise<Stored<SignerDocument>> {
    return this.add(Signer.create(draft, this.kinds));
  }

  /** @throws DomainError `conflict` where the id is taken */
  async add(signer: Signer): Promise<Stored<SignerDocument>> {
    return this.transactions.run(async () => {
      if (await this.signers.find(signer.id)) {
        throw DomainError.conflict(`Signer with ID ${signer.id} already exists`);
      }
      const added = await this.signers.add(signer);
      await this.changes.record(changeOf({ after: signer }));
      return added;
    });
  }

  /**
   * Carries out changes, for those who see to it that the relayers of the signers agree; needs a transaction.
   * @throws DomainError `conflict` where relayers refer to one that goes
   */
  async writeAll(changes: readonly RecordChange<Signer>[], first?: number): Promise<void> {
    for (const { before, after } of changes) if (before && !after) await this.checkUnused(before.entity.id);
    await this.signers.many.write(changes, first);
    await this.changes.record(...changes.map(changeOf));
  }

  /**
   * @param visible the relayers that there are for the caller; all without it
   * @throws DomainError `not_found`, `precondition_failed`, `conflict` while relayers refer to it, `forbidden` where there
   *   are none of these for the caller
   */
  delete(id: string, precondition?: Precondition, visible?: ReadonlySet<string>): Promise<void> {
    return this.transactions.run(async () => {
      const locked = (await this.signers.lock(id)) ?? absent(id);
      checkUnchanged(locked, precondition);
      await this.checkUnused(id, visible);
      await this.signers.remove(locked);
      await this.changes.record(changeOf({ before: locked }));
    }, `signer/${id}`);
  }

  private async checkUnused(id: string, visible?: ReadonlySet<string>): Promise<void> {
    const relayers = await this.usage.relayersUsing(id, visible);
    if (relayers.length > 0) throw DomainError.conflict(`Signer ${id} is used by relayers: ${relayers.join(', ')}`);
    if (visible && (await this.usage.isUsedBeyond(id, visible))) throw DomainError.forbidden(`Signer ${id} is in use`);
  }
}

/** Only a file changes a signer, which is no event. */
const changeOf = (change: RecordChange<Signer>): Change => ({
  entry: signerAudit.entryOf(change),
  announcements: change.before && change.after ? [] : [signerEvent(change)],
});

function absent(id: string): never {
  throw DomainError.notFound(`Signer with ID ${id} not found`);
}
