import { Injectable } from '@nestjs/common';
import { Journal } from '../events/domain/journal';
import { Outbox } from '../events/domain/outbox';
import { DomainError } from '../kernel/domain-error';
import type { Page, PageRequest } from '../kernel/page';
import { checkUnchanged, type Kept, type Precondition, type Published } from '../kernel/record';
import { Transactions } from '../kernel/transactions';
import { SignerKinds } from './domain/kinds';
import type { Signer } from './domain/signer';
import { tellCreated, tellDeleted } from './domain/signer.events';
import { signerCreated, signerDeleted, signerUpdated } from './domain/signer.facts';
import { readSigner } from './domain/signer.reader';
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
    private readonly journal: Journal,
    private readonly outbox: Outbox,
  ) {}

  /** Oldest first. */
  list(request: PageRequest): Promise<Page<Published>> {
    return this.signers.page(request);
  }

  /** @throws DomainError `not_found` */
  async get(id: string): Promise<Published> {
    return (await this.signers.read(id)) ?? absent(id);
  }

  /**
   * @param body what a caller sent, unread
   * @throws DomainError `invalid` with every fault, `conflict` where the id is taken
   */
  async create(body: unknown): Promise<Published> {
    return this.add(readSigner(body, this.kinds));
  }

  /** @throws DomainError `conflict` where the id is taken */
  async add(signer: Signer): Promise<Published> {
    return this.transactions.run(async () => {
      if (await this.signers.read(signer.id)) {
        throw DomainError.conflict(`Signer with ID ${signer.id} already exists`);
      }
      const added = await this.signers.add(signer);
      this.journal.record(signerCreated(signer));
      this.outbox.announce(tellCreated(signer));
      return added;
    });
  }

  /** Keeps another signer in place of the one that was locked; for those who see to it that its relayers agree. */
  replace(kept: Kept<Signer>, signer: Signer): Promise<Published> {
    return this.transactions.run(async () => {
      const replaced = await this.signers.replace({ ...kept, entity: signer });
      this.journal.record(signerUpdated(kept, signer));
      return replaced;
    });
  }

  /**
   * @param visible the relayers that there are for the caller, the only ones that are named to it; all without it
   * @throws DomainError `not_found`, `precondition_failed`, `conflict` while relayers refer to it
   */
  delete(id: string, precondition?: Precondition, visible?: ReadonlySet<string>): Promise<void> {
    return this.transactions.run(async () => {
      const kept = (await this.signers.lock(id)) ?? absent(id);
      checkUnchanged(kept, precondition);
      const relayers = await this.usage.relayersUsing(id);
      if (relayers.length > 0) {
        const named = relayers.filter((relayer) => visible?.has(relayer) ?? true);
        const names = named.length > 0 ? `: ${named.join(', ')}` : '';
        throw DomainError.conflict(`Signer ${id} is used by relayers${names}`);
      }
      await this.signers.remove(kept);
      this.journal.record(signerDeleted(kept));
      this.outbox.announce(tellDeleted(kept.entity, kept.version));
    });
  }
}

function absent(id: string): never {
  throw DomainError.notFound(`Signer with ID ${id} not found`);
}
