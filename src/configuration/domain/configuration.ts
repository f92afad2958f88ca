import type { UrlRules } from '../../kernel/url-rules';
import type { Notification } from '../../notifications/domain/notification';
import type { NetworkTypes } from '../../relayers/domain/policies';
import type { Relayer } from '../../relayers/domain/relayer';
import type { SignerKinds } from '../../signers/domain/kinds';
import type { Signer } from '../../signers/domain/signer';
import {
  type ConfigurationDocument,
  type Items,
  RECORD_SECTIONS,
  type RecordSection,
  SECTIONS,
  type UnsupportedSection,
} from './configuration-document';
import { type FileRecord, locateAll, type Reading, recordsOf } from './file-record';
import { error, type Finding, findingAt, type Issue, warning } from './finding';
import { nearest } from './hints';
import { NotificationSection } from './notification.section';
import { type RelayerReferences, RelayerSection } from './relayer.section';
import type { Resolving } from './secret-references';
import { SignerSection } from './signer.section';
import { readUnsupported, type UnsupportedItems } from './unsupported.section';

/** What a configuration is validated by. */
export interface Rules {
  readonly kinds: SignerKinds;
  readonly networkTypes: NetworkTypes;
  readonly urls: UrlRules;
}

/** What a file may refer to that it has no section for. */
export interface StoredReferences {
  signer(id: string): Promise<Signer | undefined>;
  hasNotification(id: string): Promise<boolean>;
}

/** The records of a section, by id. */
interface ReadSection<T> {
  readonly records: ReadonlyMap<string, T>;
  /** Those with errors, too. */
  readonly ids: ReadonlySet<string>;
}

interface Parts {
  readonly signers: ReadSection<Signer> | undefined;
  readonly notifications: ReadSection<Notification | null> | undefined;
  readonly unsupported: ReadonlyMap<UnsupportedSection, UnsupportedItems>;
}

/** A relayer of a file that has an id. */
export interface ReadRelayer {
  readonly id?: string | undefined;
  /** Absent where it has errors that make it none. */
  readonly relayer?: Relayer | undefined;
  readonly findings: readonly Finding[];
}

/**
 * What a configuration file says, read and validated. A section that the file has not says nothing.
 * Signers and notifications are in memory; relayers, of which there may be very many, are read anew each time.
 */
export class Configuration {
  private constructor(
    private readonly document: ConfigurationDocument,
    private readonly rules: Rules,
    private readonly parts: Parts,
  ) {}

  /** Reads and validates everything but the relayers. */
  static async read(
    document: ConfigurationDocument,
    rules: Rules,
    resolving: Resolving,
  ): Promise<{ readonly configuration: Configuration; readonly findings: readonly Finding[] }> {
    const { sections } = document;
    const [signer, notification] = [
      new SignerSection(rules.kinds, resolving),
      new NotificationSection(rules.urls, resolving),
    ];
    const signers = await readSection(sections.get('signers')?.items, (record) => signer.read(record));
    const notifications = await readSection(sections.get('notifications')?.items, async (record) =>
      notification.read(record),
    );
    const unsupported = await readUnsupported(sections, resolving.resolver);
    const parts = { signers, notifications, unsupported: unsupported.sections };
    return {
      configuration: new Configuration(document, rules, parts),
      findings: [
        ...sectionNameFindings(document),
        ...(signers?.findings ?? []),
        ...(notifications?.findings ?? []),
        ...unsupported.findings,
      ],
    };
  }

  /** Whether the file says anything of these records. */
  has(section: RecordSection): boolean {
    return this.document.sections.get(section)?.items !== undefined;
  }

  get signers(): ReadonlyMap<string, Signer> {
    return this.parts.signers?.records ?? new Map();
  }

  get notifications(): readonly Notification[] {
    return [...(this.parts.notifications?.records.values() ?? [])].filter((notification) => notification !== null);
  }

  unsupported(section: UnsupportedSection): UnsupportedItems | undefined {
    return this.parts.unsupported.get(section);
  }

  /**
   * The relayers in the order of the file, one at a time.
   * @param stored what they may refer to beside the file; without it, what they refer to need not be there
   * @param signers those that stand in place of the file's
   */
  async *relayers(
    stored: StoredReferences | undefined,
    signers: ReadonlyMap<string, Signer> = this.signers,
  ): AsyncGenerator<ReadRelayer> {
    const section = new RelayerSection(this.rules.networkTypes, this.rules.urls);
    const references = this.references(stored, signers);
    const served = new Map<string, string>();
    for await (const { record, findings } of recordsOf(this.document.sections.get('relayers')?.items)) {
      if (!record) {
        yield { findings };
        continue;
      }
      const { value: relayer, issues } = await section.read(record, references);
      const crossed = relayer ? this.crossIssues(relayer, served) : [];
      if (relayer) served.set(servedBy(relayer), relayer.id);
      yield { id: record.id, relayer, findings: locateAll(record.located, [...record.issues, ...issues, ...crossed]) };
    }
  }

  /** What is wrong with a relayer beside those before it and the other sections. */
  private crossIssues(relayer: Relayer, served: ReadonlyMap<string, string>): readonly Issue[] {
    const { network_type, network } = relayer.document;
    const name = `${network_type}:${network}`;
    const other = served.get(servedBy(relayer));
    const networks = this.unsupported('networks');
    return [
      ...(other === undefined
        ? []
        : [
            error(
              'signer_id',
              `already serves relayer ${other} on ${name}`,
              'one signer serves one relayer per network',
            ),
          ]),
      ...(!networks || networks.items.has(name)
        ? []
        : [warning('network', `is ${name}, which is not among the networks of the file`)]),
    ];
  }

  private references(stored: StoredReferences | undefined, replaced: ReadonlyMap<string, Signer>): RelayerReferences {
    const { signers, notifications } = this.parts;
    return {
      signer: async (id) => {
        if (signers) return { value: replaced.get(id), issues: danglingIssues('signer', id, signers.ids) };
        const found = await stored?.signer(id);
        return { value: found, issues: found ? [] : [storedIssue('signer', id, stored !== undefined)] };
      },
      notification: async (id) => {
        if (notifications) {
          const isLeftOut = notifications.records.get(id) === null;
          return { value: isLeftOut ? null : id, issues: danglingIssues('notification', id, notifications.ids) };
        }
        const isThere = stored !== undefined && (await stored.hasNotification(id));
        return { value: id, issues: isThere ? [] : [storedIssue('notification', id, stored !== undefined)] };
      },
    };
  }
}

const servedBy = ({ document: { signer_id, network_type, network } }: Relayer): string =>
  `${signer_id} ${network_type}:${network}`;

/** What is wrong with the sections of a document as such. */
export function sectionNameFindings({ sections }: ConfigurationDocument): readonly Finding[] {
  if (sections.size === 0) return [findingAt({ path: '', line: 1 }, warning('', 'has no sections: it says nothing'))];
  return [...sections].flatMap(([name, { location, items, value }]) => {
    if (!SECTIONS.some((known) => known === name)) {
      return [findingAt(location, error('', 'is not a known section', nearest(name, SECTIONS)))];
    }
    const isWrong = RECORD_SECTIONS.some((known) => known === name) && !items && value !== undefined;
    return isWrong ? [findingAt(location, error('', 'must be a list'))] : [];
  });
}

async function readSection<T>(
  items: Items | undefined,
  read: (record: FileRecord) => Promise<Reading<T>>,
): Promise<(ReadSection<T> & { readonly findings: readonly Finding[] }) | undefined> {
  if (!items) return undefined;
  const [records, ids, all] = [new Map<string, T>(), new Set<string>(), [] as Finding[]];
  for await (const { record, findings } of recordsOf(items)) {
    all.push(...findings);
    if (!record) continue;
    const { value, issues } = await read(record);
    ids.add(record.id);
    if (value !== undefined) records.set(record.id, value);
    all.push(...locateAll(record.located, [...record.issues, ...issues]));
  }
  return { records, ids, findings: all };
}

function danglingIssues(what: 'signer' | 'notification', id: string, ids: ReadonlySet<string>): readonly Issue[] {
  if (ids.has(id)) return [];
  const message = `must be the id of a ${what} of the file: there is no ${id}`;
  return [error(`${what}_id`, message, nearest(id, [...ids]))];
}

const storedIssue = (what: 'signer' | 'notification', id: string, isChecked: boolean): Issue =>
  isChecked
    ? error(`${what}_id`, `must be the id of a ${what}: ${id} is neither in the file nor stored`)
    : warning(`${what}_id`, `is not in the file: such a ${what} has to be stored already`);
