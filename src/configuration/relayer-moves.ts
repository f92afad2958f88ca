import { Locked } from '../kernel/record';
import { Relayer } from '../relayers/domain/relayer';
import type { RelayerRepository } from '../relayers/domain/relayer.repository';

/**
 * Lets relayers change places, the networks that their signers serve them on: each waits until its own is free, and a
 * circle of them is broken. Needs a transaction.
 */
export class RelayerMoves {
  /** By the places that they wait for. */
  private readonly waiting = new Map<string, Relayer>();
  /** As they were before they had to leave their places, by id. */
  private readonly parked = new Map<string, Relayer>();

  constructor(private readonly relayers: RelayerRepository) {}

  /** Whether another relayer has its place; then it waits. */
  async mustWait(relayer: Relayer): Promise<boolean> {
    const served = await this.occupant(relayer);
    if (served === undefined || served === relayer.id) return false;
    this.waiting.set(placeOf(relayer), relayer);
    return true;
  }

  /** The relayer that has waited for what another one has left. */
  follower(left: Relayer | undefined): Relayer | undefined {
    if (!left) return undefined;
    const place = placeOf(left);
    const next = this.waiting.get(place);
    this.waiting.delete(place);
    return next;
  }

  /** One of those that still wait, whose place is free now if a waiting one has it; undefined where none waits. */
  async release(): Promise<Relayer | undefined> {
    const [first] = this.waiting.values();
    if (!first) return undefined;
    this.waiting.delete(placeOf(first));
    const served = await this.occupant(first);
    if (served !== undefined && [...this.waiting.values()].some(({ id }) => id === served)) await this.park(served);
    return first;
  }

  /** A relayer as it was kept, and not where it was only put to make room. */
  asItWas(locked: Locked<Relayer> | undefined): Locked<Relayer> | undefined {
    const parked = locked && this.parked.get(locked.entity.id);
    return parked ? new Locked(parked, locked.position, locked.version) : locked;
  }

  private occupant({ document }: Relayer): Promise<string | undefined> {
    return this.relayers.served(document.signer_id, document.network_type, document.network);
  }

  private async park(id: string): Promise<void> {
    const kept = await this.relayers.lock(id);
    if (!kept) return;
    const { document, networkType } = kept.entity;
    this.parked.set(id, kept.entity);
    const entity = Relayer.restore({ ...document, network: `room made for ${id}` }, networkType);
    // It is no change by itself: the version stays.
    await this.relayers.replace(new Locked(kept.entity, kept.position, kept.version - 1), entity);
  }
}

const placeOf = ({ document: { signer_id, network_type, network } }: Relayer): string =>
  `${signer_id} ${network_type}:${network}`;
