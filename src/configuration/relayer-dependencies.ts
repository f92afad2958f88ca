import type { Revision, Stored } from '../kernel/record';
import type { Relayer } from '../relayers/domain/relayer';
import { type RelayerRepository, servedKey } from '../relayers/domain/relayer.repository';
import { Signer } from '../signers/domain/signer';
import type { StoredReferences } from './domain/file-relayers';
import type { PlannedChange } from './domain/plan';
import { notificationRecords } from './domain/records/notification.records';
import type { Identified, RecordKind } from './domain/records/record-kind';
import { relayerRecords } from './domain/records/relayer.records';
import { signerRecords } from './domain/records/signer.records';
import { NetworksServed } from './networks-served';
import type { RecordStores } from './record-stores';
import { RelayerUses } from './relayer-uses';
import { opened, revisionOf, type Settled } from './section-plan';

type States = ReadonlyMap<RecordKind, Map<string, Revision>>;

/** Networks are held by a lock of their own. */
const noStates = (): States =>
  new Map<RecordKind, Map<string, Revision>>([
    [signerRecords, new Map()],
    [notificationRecords, new Map()],
  ]);

/** What the relayers of a plan depend on, as it is found out while the plan is made. */
export class RelayerDependencies implements StoredReferences {
  /** The signers whose accounts change. */
  readonly accounts = new Set<string>();
  /** The relayers that were served elsewhere: they make room first, so that others may be served there. */
  readonly moved: PlannedChange<Relayer>[] = [];
  readonly served: NetworksServed;
  /** The records that the relayers of the file refer to, and of which no state is kept. */
  private readonly uses = new RelayerUses();
  /** The states of the records that stay as they are, and that changed relayers refer to. */
  readonly references = noStates();
  /** The states of those that were looked at. */
  private readonly states = noStates();

  /** @param standing the signers of the file; the stored ones that stay as they are take their places */
  constructor(
    private readonly stores: RecordStores,
    relayers: RelayerRepository,
    private readonly standing: Map<string, Signer>,
  ) {
    this.served = new NetworksServed(relayers);
  }

  async signers(ids: readonly string[]): Promise<ReadonlyMap<string, Signer>> {
    const stored = await this.find(signerRecords, ids);
    return new Map([...stored].map(([id, { entity }]) => [id, entity]));
  }

  async notifications(ids: readonly string[]): Promise<ReadonlySet<string>> {
    return new Set((await this.find(notificationRecords, ids)).keys());
  }

  /** Notes what becomes of a record that relayers may refer to. */
  note(kind: RecordKind, { before, after, isChanged }: Settled<Identified>): void {
    if (!before) return;
    if (!isChanged) this.states.get(kind)?.set(after.id, revisionOf(before));
    if (!(after instanceof Signer && before.entity instanceof Signer)) return;
    if (!isChanged) this.standing.set(after.id, after);
    else if (accountsOf(before.entity) !== accountsOf(after)) this.accounts.add(after.id);
  }

  noteRelayer({ before, after, isChanged }: Settled<Relayer>): void {
    const references = relayerRecords.referencesOf(after);
    for (const [kind, id] of references) if (!this.states.has(kind)) this.uses.add(kind, id, after.id);
    if (!isChanged) return;
    const isMoved = before && servedKey(before.entity.document) !== servedKey(after.document);
    if (!before || isMoved) this.served.add(after);
    if (isMoved) this.moved.push({ id: after.id, before: revisionOf(before) });
    for (const [kind, id] of references) {
      const state = this.states.get(kind)?.get(id);
      if (state) this.references.get(kind)?.set(id, state);
    }
  }

  /** @throws DomainError `conflict` where a record goes that a relayer of the file refers to, which its section does not tell */
  checkLeaving(leavingOf: (kind: RecordKind) => ReadonlySet<string>): void {
    for (const kind of relayerRecords.referred) this.uses.refuse(kind, leavingOf(kind));
  }

  private async find<Entity extends Identified>(
    kind: RecordKind<Entity>,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, Stored<Entity>>> {
    const stored = await opened(() => this.stores.of(kind).many.find(ids));
    for (const [id, state] of stored) this.states.get(kind)?.set(id, revisionOf(state));
    return stored;
  }
}

const accountsOf = (signer: Signer): string =>
  JSON.stringify(
    (['secp256k1', 'ed25519'] as const).map((curve) => {
      const { publicKey, ...rest } = signer.account(curve) ?? {};
      return { ...rest, publicKey: publicKey && Buffer.from(publicKey).toString('hex') };
    }),
  );
