import type { ConfigurationDocument, Items } from './configuration-document';
import { type Finding, findingAt, type Inquiry, warning } from './finding';
import { nearest } from './hints';
import { READING_ORDER, SECTIONS } from './records';
import type { ReadSection } from './records/read-section';
import type { Identified, RecordKind, RecordItems } from './records/record-kind';
import { relayerRecords } from './records/relayer.records';
import type { Rules } from './rules';
import type { Resolving } from './secret-references';

/**
 * What a configuration file says, read and validated. A section that the file has not says nothing.
 * All but the relayers, of which there may be very many, are in memory; these stay in the file.
 */
export class Configuration {
  private constructor(
    readonly rules: Rules,
    private readonly items: ReadonlyMap<RecordKind, RecordItems>,
    private readonly sections: ReadonlyMap<RecordKind, ReadSection<Identified>>,
  ) {}

  /** Reads and validates everything but the relayers. */
  static async read(
    document: ConfigurationDocument,
    rules: Rules,
    resolving: Resolving,
    inquiry: Inquiry,
  ): Promise<Configuration> {
    const items = new Map<RecordKind, RecordItems>();
    const sections = new Map<RecordKind, ReadSection<Identified>>();
    inquiry.findings.add(unknownSectionFindings(document));
    for (const kind of READING_ORDER) {
      const found = await kind.items({ section: document.sections.get(kind.section), resolver: resolving.resolver });
      inquiry.findings.add(found.findings);
      items.set(kind, found);
      const section = found.items && (await kind.read?.(found.items, { rules, resolving, inquiry }));
      if (section) sections.set(kind, section);
    }
    return new Configuration(rules, items, sections);
  }

  /** Whether the file says anything of these records. */
  has(kind: RecordKind): boolean {
    const { items, isUsual = false } = this.items.get(kind) ?? {};
    return items !== undefined && !isUsual;
  }

  /** What was read of a kind; undefined where the file has nothing of it, and for relayers. */
  section<Entity extends Identified>(kind: RecordKind<Entity>): ReadSection<Entity> | undefined {
    return this.sections.get(kind) as ReadSection<Entity> | undefined;
  }

  records<Entity extends Identified>(kind: RecordKind<Entity>): ReadonlyMap<string, Entity> {
    return this.section(kind)?.records ?? new Map<string, Entity>();
  }

  /** Whether there is anything in it that nobody is told. */
  get hasSecrets(): boolean {
    return [...this.sections].some(([kind, { records }]) =>
      [...records.values()].some((record) => (kind.secretsOf?.(record) ?? []).length > 0),
    );
  }

  get relayers(): Items | undefined {
    return this.items.get(relayerRecords)?.items;
  }
}

/** What is wrong with the names of the sections of a document. */
export function unknownSectionFindings({ sections }: ConfigurationDocument): readonly Finding[] {
  if (sections.size === 0) return [findingAt({ path: '', line: 1 }, warning('', 'has no sections: it says nothing'))];
  return [...sections].flatMap(([name, { location }]) =>
    SECTIONS.some((known) => known === name)
      ? []
      : [findingAt(location, warning('', 'is not a known section, and is ignored', nearest(name, SECTIONS)))],
  );
}
