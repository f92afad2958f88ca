import type { UrlRules } from '../../kernel/url-rules';
import type { Network } from '../../networks/domain/network';
import type { Notification } from '../../notifications/domain/notification';
import type { Plugin } from '../../plugins/domain/plugin';
import type { KnownNetworks } from '../../relayers/domain/known-networks';
import type { NetworkTypes } from '../../relayers/domain/policies';
import type { SignerKinds } from '../../signers/domain/kinds';
import { secretPaths } from '../../signers/domain/concealment';
import type { Signer } from '../../signers/domain/signer';
import { type ConfigurationDocument, type Items, type SectionName, SECTIONS } from './configuration-document';
import { type FileRecord, locateAll, type Reading, recordsOf } from './file-record';
import { error, type Finding, findingAt, type Inquiry, warning } from './finding';
import { nearest } from './hints';
import { networkListsOf } from './network-lists';
import { type NetworkReading, NetworkSection } from './network.section';
import { NotificationSection } from './notification.section';
import { readPlugin } from './plugin.section';
import type { Resolving } from './secret-references';
import { SignerSection } from './signer.section';

/** What a configuration is validated by. */
export interface Rules {
  readonly kinds: SignerKinds;
  readonly networkTypes: NetworkTypes;
  readonly urls: UrlRules;
  readonly networks: NetworkReading;
  /** Where relayers can be beside the networks of the file. */
  readonly known: KnownNetworks;
}

/** The records of a section, by id. */
export interface ReadSection<T> {
  readonly records: ReadonlyMap<string, T>;
  /** Those with errors, too. */
  readonly ids: ReadonlySet<string>;
}

/**
 * What a configuration file says, read and validated. A section that the file has not says nothing.
 * Signers, notifications, networks and plugins are in memory; relayers, of which there may be very many, stay in the file.
 */
export class Configuration {
  private constructor(
    private readonly document: ConfigurationDocument,
    readonly rules: Rules,
    readonly signerSection: ReadSection<Signer> | undefined,
    /** A notification without a URL, which notifies nobody, is null. */
    readonly notificationSection: ReadSection<Notification | null> | undefined,
    readonly networkSection: ReadSection<Network> | undefined,
    readonly pluginSection: ReadSection<Plugin> | undefined,
  ) {}

  /** Reads and validates everything but the relayers. */
  static async read(
    document: ConfigurationDocument,
    rules: Rules,
    resolving: Resolving,
    inquiry: Inquiry,
  ): Promise<Configuration> {
    const { sections } = document;
    const signer = new SignerSection(rules.kinds, resolving);
    const notification = new NotificationSection(rules.urls, resolving);
    inquiry.findings.add(sectionNameFindings(document));
    const signers = await readSection(sections.get('signers')?.items, (record) => signer.read(record), inquiry);
    const notifications = await readSection(
      sections.get('notifications')?.items,
      async (record) => notification.read(record),
      inquiry,
    );
    const lists = await networkListsOf(sections.get('networks'), resolving.resolver);
    inquiry.findings.add(lists?.findings ?? []);
    const networks = lists && (await new NetworkSection(rules.networks, inquiry).read(lists.lists));
    const plugins = await readSection(sections.get('plugins')?.items, async (record) => readPlugin(record), inquiry);
    return new Configuration(document, rules, signers, notifications, networks, plugins);
  }

  /** Whether the file says anything of these records. */
  has(section: SectionName): boolean {
    const { items, value } = this.document.sections.get(section) ?? {};
    return items !== undefined || (section === 'networks' && typeof value === 'string' && value !== '');
  }

  get signers(): ReadonlyMap<string, Signer> {
    return this.signerSection?.records ?? new Map();
  }

  get notifications(): ReadonlyMap<string, Notification> {
    const records = [...(this.notificationSection?.records ?? [])];
    return new Map(records.flatMap(([id, notification]) => (notification ? [[id, notification] as const] : [])));
  }

  get networks(): ReadonlyMap<string, Network> {
    return this.networkSection?.records ?? new Map();
  }

  /** Whether there is anything in it that nobody is told. */
  get hasSecrets(): boolean {
    const signers = [...this.signers.values()].some(({ kind }) => secretPaths(kind.config).length > 0);
    const notifications = [...this.notifications.values()].some(({ signingKey }) => signingKey !== undefined);
    return signers || notifications || [...this.plugins.values()].some(({ document }) => document.config !== null);
  }

  get relayers(): Items | undefined {
    return this.document.sections.get('relayers')?.items;
  }

  get plugins(): ReadonlyMap<string, Plugin> {
    return this.pluginSection?.records ?? new Map();
  }
}

/** What is wrong with the sections of a document as such. */
export function sectionNameFindings({ sections }: ConfigurationDocument): readonly Finding[] {
  if (sections.size === 0) return [findingAt({ path: '', line: 1 }, warning('', 'has no sections: it says nothing'))];
  return [...sections].flatMap(([name, { location, items, value }]) => {
    if (!SECTIONS.some((known) => known === name)) {
      return [findingAt(location, warning('', 'is not a known section, and is ignored', nearest(name, SECTIONS)))];
    }
    // Networks may be in a folder, and no plugins null, as the OpenZeppelin Relayer has it.
    const isElse = name === 'networks' || (name === 'plugins' && value === null);
    const isWrong = !isElse && !items && value !== undefined;
    return isWrong ? [findingAt(location, error('', 'must be a list'))] : [];
  });
}

async function readSection<T>(
  items: Items | undefined,
  read: (record: FileRecord) => Promise<Reading<T>>,
  { findings: all, signal }: Inquiry,
): Promise<ReadSection<T> | undefined> {
  if (!items) return undefined;
  const [records, ids] = [new Map<string, T>(), new Set<string>()];
  for await (const { record, findings } of recordsOf(items, signal)) {
    if (all.isFull) break;
    all.add(findings);
    if (!record) continue;
    const { value, issues } = await read(record);
    ids.add(record.id);
    if (value !== undefined) records.set(record.id, value);
    all.add(await locateAll(record.located, [...record.issues, ...issues]));
  }
  return { records, ids };
}
