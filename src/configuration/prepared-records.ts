import { partsOf, RECORDS_AT_ONCE } from '../kernel/parts';
import type { Prepared } from '../kernel/prepared';
import type { ManyOf, RecordChange } from '../kernel/record';
import { inTurns } from '../kernel/turns';
import type { PlannedChange } from './domain/plan';
import { OutdatedPlan } from './outdated-plan';
import type { PreparingService, RecordStore } from './record-stores';
import { Spool } from './spool';

/** Some changes of a plan. */
export interface PlannedPart {
  readonly changes: readonly PlannedChange<unknown>[];
  /** @param first where positions were reserved, that of the first record that is new */
  readonly write: (first: number | undefined) => Promise<void>;
}

/** Changes in parts that are small enough for what is stored, and for what is to be. */
async function* inParts<Entity>(
  many: ManyOf<Entity>,
  planned: readonly PlannedChange<Entity>[],
): AsyncGenerator<readonly PlannedChange<Entity>[]> {
  for (const changes of partsOf(planned, RECORDS_AT_ONCE, ({ bytes = 0 }) => bytes)) {
    const byId = new Map(changes.map((change) => [change.id, change]));
    for await (const ids of many.partsOf([...byId.keys()])) yield ids.flatMap((id) => byId.get(id) ?? []);
  }
}

/** Has changes ready to be written, of which there may be too many for memory, until it is closed. */
export class PreparedRecords {
  private readonly spool = new Spool();
  private readonly parts = new Map<readonly PlannedChange<unknown>[], PlannedPart[]>();

  /** @throws OutdatedPlan */
  async prepare<Entity>(
    { many }: RecordStore<Entity>,
    service: PreparingService<Entity>,
    planned: readonly PlannedChange<Entity>[],
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const parts: PlannedPart[] = [];
    for await (const changes of inTurns(inParts(many, planned), signal)) {
      const found = await many.find(changes.flatMap(({ id, before }) => (before ? [id] : [])));
      const read = this.put(
        await service.prepareAll(
          changes.map(({ id, before: expected, after }) => {
            const before = found.get(id);
            const isSame = before?.position === expected?.position && before?.version === expected?.version;
            if (!isSame) throw new OutdatedPlan();
            return { before, after: after?.() } as RecordChange<Entity>;
          }),
        ),
      );
      parts.push({ changes, write: (first) => service.writePrepared(read(), first) });
    }
    this.parts.set(planned, parts);
  }

  /** Undefined where they were not prepared. */
  of(planned: readonly PlannedChange<unknown>[]): readonly PlannedPart[] | undefined {
    return this.parts.get(planned);
  }

  close(): void {
    this.spool.close();
  }

  private put(prepared: Prepared): () => Prepared {
    const bytes = Buffer.from(JSON.stringify(prepared));
    const [offset, length] = [this.spool.size, bytes.length];
    this.spool.append(bytes);
    return () => JSON.parse(this.spool.read(offset, length).toString()) as Prepared;
  }
}
