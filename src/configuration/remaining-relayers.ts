import { DomainError } from '../kernel/domain-error';
import type { ManyOf } from '../kernel/record';
import { networkId } from '../networks/domain/network-id';
import type { Relayer } from '../relayers/domain/relayer';
import { everyRevision, opened } from './section-plan';

/** How many relayers are named in one sentence. */
const MAX_NAMED = 20;

/** What relayers depend on that a plan changes. */
export interface Stakes {
  /** The signers whose accounts change. */
  readonly accounts: ReadonlySet<string>;
  /** The records that go. */
  readonly signers: ReadonlySet<string>;
  readonly notifications: ReadonlySet<string>;
  readonly networks: ReadonlySet<string>;
}

/** The relayers that a plan says nothing of, and that stay: what it changes must not concern them. */
export class RemainingRelayers {
  private last = 0;
  private readonly uses = new Map<string, string[]>();

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
    if (Object.values(this.stakes).every(({ size }: ReadonlySet<string>) => size === 0)) return;
    for await (const records of everyRevision(this.relayers, { after: this.last, signal })) {
      this.last = records.at(-1)?.position ?? this.last;
      const ids = records.map(({ id }) => id).filter((id) => !this.isPlanned(id));
      const remaining = await opened(() => this.relayers.find(ids));
      for (const { entity } of remaining.values()) this.checkOne(entity);
    }
    for (const [used, names] of this.uses)
      throw DomainError.conflict(`${used} is used by relayers: ${names.join(', ')}`);
  }

  private checkOne({ id, document }: Relayer): void {
    const { signer_id: signer, notification_id: notification } = document;
    if (this.stakes.accounts.has(signer)) {
      throw DomainError.conflict(
        `Signer ${signer} would get another account, and serves relayer ${id}, which is not in the file`,
      );
    }
    if (this.stakes.signers.has(signer)) this.noteUse(`Signer ${signer}`, id);
    if (notification !== null && this.stakes.notifications.has(notification))
      this.noteUse(`Notification ${notification}`, id);
    const network = networkId(document.network_type, document.network);
    if (this.stakes.networks.has(network)) this.noteUse(`Network ${network}`, id);
  }

  private noteUse(used: string, id: string): void {
    const names = this.uses.get(used) ?? [];
    if (names.length < MAX_NAMED) names.push(id);
    this.uses.set(used, names);
  }
}
