import { DomainError } from '../kernel/domain-error';
import type { ManyOf } from '../kernel/record';
import type { Relayer } from '../relayers/domain/relayer';
import type { RecordKind } from './domain/records/record-kind';
import { relayerRecords } from './domain/records/relayer.records';
import { RelayerUses } from './relayer-uses';
import { everyRevision, opened } from './section-plan';

/** What relayers depend on that a plan changes. */
export interface Stakes {
  /** The signers whose accounts change. */
  readonly accounts: ReadonlySet<string>;
  /** The ids of the records that go. */
  readonly leaving: ReadonlyMap<RecordKind, ReadonlySet<string>>;
}

/** The relayers that a plan says nothing of, and that stay: what it changes must not concern them. */
export class RemainingRelayers {
  private last = 0;
  private readonly uses = new RelayerUses();

  /** @param isPlanned whether the plan says what becomes of the relayer of an id */
  constructor(
    private readonly relayers: ManyOf<Relayer>,
    private readonly stakes: Stakes,
    private readonly isPlanned: (id: string) => boolean,
  ) {}

  /**
   * Looks at those that were created since it was last called.
   * @throws DomainError `conflict` where one depends on what changes
   */
  async check(signal: AbortSignal | undefined): Promise<void> {
    const { accounts, leaving } = this.stakes;
    if ([accounts, ...leaving.values()].every(({ size }) => size === 0)) return;
    for await (const records of everyRevision(this.relayers, { after: this.last, signal })) {
      this.last = records.at(-1)?.position ?? this.last;
      const ids = records.map(({ id }) => id).filter((id) => !this.isPlanned(id));
      const remaining = await opened(() => this.relayers.find(ids));
      for (const { entity } of remaining.values()) this.checkOne(entity);
    }
    this.uses.refuseAny();
  }

  private checkOne(relayer: Relayer): void {
    const { accounts, leaving } = this.stakes;
    const { id, document } = relayer;
    if (accounts.has(document.signer_id)) {
      throw DomainError.conflict(
        `Signer ${document.signer_id} would get another account, and serves relayer ${id}, which is not in the file`,
      );
    }
    for (const [kind, used] of relayerRecords.referencesOf(relayer)) {
      if (leaving.get(kind)?.has(used)) this.uses.add(kind, used, id);
    }
  }
}
