import type { PlainObject } from '../../../kernel/merge-patch';
import type { Stored } from '../../../kernel/record';
import type { Items, Section } from '../configuration-document';
import type { Exporting } from '../exporting';
import { error, type Finding, findingAt, type Inquiry, type Issue } from '../finding';
import type { Place } from '../openzeppelin-form';
import type { Written } from '../openzeppelin-numbers';
import type { FieldChange } from '../plan';
import type { ReferenceResolver } from '../reference-resolver';
import type { OpenZeppelinRules, Rules } from '../rules';
import type { Resolved, Resolving } from '../secret-references';
import type { ReadSection } from './read-section';
import { changesBetween, withoutSecrets } from './record-changes';

/** What tells records of one kind apart. */
export interface Identified {
  readonly id: string;
}

/** Where a file may have records of one kind. */
export interface SectionOfFile {
  readonly section: Section | undefined;
  readonly resolver: ReferenceResolver;
}

/** What a file has of one kind. */
export interface RecordItems {
  /** Absent where it says nothing of them. */
  readonly items?: Items;
  readonly findings: readonly Finding[];
  /** Whether they stand where the OpenZeppelin Relayer looks without being told: of others, the file says nothing then. */
  readonly isUsual?: boolean;
}

/** What the records of a file are read with. */
export interface ReadOptions {
  readonly rules: Rules;
  readonly resolving: Resolving;
  readonly inquiry: Inquiry;
}

/**
 * All that a configuration has to know of one kind of record. One file defines it, one line of the registry adds it.
 * @see docs/adr/0042-a-kind-of-record-is-one-declared-class.md
 */
export abstract class RecordKind<Entity extends Identified = Identified> {
  /** What a file calls the list of them. */
  abstract readonly section: string;
  /** What a plan, and a line of NDJSON, calls one of them. */
  abstract readonly name: string;
  /** For the API description. */
  abstract readonly summary: string;
  abstract readonly example: PlainObject;
  /** The same as an export has it, where that differs. */
  readonly exportedExample?: PlainObject;
  /** The fields of a file that tell them apart. */
  readonly toldApartBy: readonly string[] = ['id'];
  /** What a file may have in place of a list where there is none. */
  readonly noneIs: readonly (string | null)[] = [];
  /** Whether the list of them may be empty. */
  readonly mayBeEmpty: boolean = true;
  /** What the OpenZeppelin Relayer says of a file without them. */
  readonly missingThere?: string;
  /** What is shown of fields that differ in place of their values. */
  protected readonly masks: Readonly<Record<string, (value: unknown) => unknown>> = {};

  /** Where a file has them. */
  async items({ section }: SectionOfFile): Promise<RecordItems> {
    const { items, value, location = { path: this.section } } = section ?? {};
    if (items) return { items, findings: [] };
    return { findings: value === undefined ? [] : [findingAt(location, error('', 'must be a list'))] };
  }

  /** A record with all that it refers to outside of the file in it; absent where it refers to nothing there. */
  resolve?(value: PlainObject, rules: Pick<Rules, 'kinds'>, resolving: Resolving): Promise<Resolved<PlainObject>>;

  /** Reads and validates all of them; absent where there may be too many for memory. */
  read?(items: Items, options: ReadOptions): Promise<ReadSection<Entity>>;

  /** What is compared of a record. */
  protected abstract compared(entity: Entity): object;

  /** The paths of what nobody is told of a record, as far as it has any. */
  secretsOf?(entity: Entity): readonly string[];

  /** What differs between two records of one id. */
  compare(before: Entity, after: Entity, comparesSecrets: boolean): readonly FieldChange[] {
    const secrets = new Set([before, after].flatMap((entity) => this.secretsOf?.(entity) ?? []));
    const changes = changesBetween(this.compared(before), this.compared(after), secrets, this.masks);
    return comparesSecrets ? changes : withoutSecrets(changes, secrets);
  }

  /** A record with what stays of the one that was there. */
  succeed?(after: Entity, before: Entity): Entity;

  /** Whether a record stays that is not in the file. */
  isPermanent?(entity: Entity): boolean;

  /** Whether a record is as it was at the first start, and so is no obstacle to one of the file. */
  isDefault?(stored: Stored<Entity>): boolean;

  /** The records of an export, in the order in which they are stored. */
  async *exported(stored: () => Batches<Entity>, exporting: Exporting): AsyncGenerator<PlainObject> {
    for await (const batch of stored()) for (const { entity } of batch) yield this.inForm(entity, exporting);
  }

  /** A record as a file has it. */
  protected abstract written(entity: Entity, exporting: Exporting): PlainObject;

  /** The same as the OpenZeppelin Relayer has it, where that differs. */
  protected writtenThere?(entity: Entity, exporting: Exporting, place: Place): PlainObject;

  protected inForm(entity: Entity, exporting: Exporting): PlainObject {
    const place = exporting.form?.next(this.section);
    return (place && this.writtenThere?.(entity, exporting, place)) ?? this.written(entity, exporting);
  }

  /** What the records of a file add to what others of it are judged by where the OpenZeppelin Relayer is to read them. */
  rulesThere?(items: Items): Partial<OpenZeppelinRules>;

  /** What the OpenZeppelin Relayer refuses or ignores in a record of a file, and this service takes. */
  abstract issuesThere(record: PlainObject, rules: OpenZeppelinRules, written: Written): readonly Issue[];
}

/** The stored records of one kind by id, some at a time. */
export type Batches<Entity> = AsyncIterable<readonly Stored<Entity>[]>;
