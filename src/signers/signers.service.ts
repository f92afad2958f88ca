import { Injectable } from '@nestjs/common';
import { Journal } from '../events/domain/journal';
import { DomainError, type Fault } from '../kernel/domain-error';
import type { Page, PageRequest } from '../kernel/page';
import { checkUnchanged, type Precondition, type Published } from '../kernel/record';
import { Shape } from '../kernel/shape';
import { Transactions } from '../kernel/transactions';
import { SignerKinds } from './domain/kinds';
import { Signer } from './domain/signer';
import { signerCreated, signerDeleted } from './domain/signer.facts';
import { SignerDraft } from './domain/signer.fields';
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
  create(body: unknown): Promise<Published> {
    const signer = this.read(body);
    return this.transactions.run(async () => {
      if (await this.signers.read(signer.id)) {
        throw DomainError.conflict(`Signer with ID ${signer.id} already exists`);
      }
      const added = await this.signers.add(signer);
      this.journal.record(signerCreated(signer));
      return added;
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
    });
  }

  private read(body: unknown): Signer {
    const faults: Fault[] = [];
    const draft = Shape.of(SignerDraft).read(body, '', faults);
    const kind = this.kinds.find(draft.type);
    if (typeof draft.type === 'string' && !kind) {
      const types = this.kinds.all().map(({ type }) => type);
      faults.push({ path: 'type', message: `must be one of ${types.join(', ')}` });
    }
    if (!kind) throw DomainError.invalid(faults);
    return Signer.create(draft, kind, faults);
  }
}

function absent(id: string): never {
  throw DomainError.notFound(`Signer with ID ${id} not found`);
}
