import type { PlainObject } from '../../kernel/merge-patch';
import { RECORDS_AT_ONCE } from '../../kernel/parts';
import { inTurns } from '../../kernel/turns';
import { networkId } from '../../networks/domain/network-id';
import { networkKey, type NetworkName, networkNotFound } from '../../relayers/domain/known-networks';
import type { Relayer } from '../../relayers/domain/relayer';
import { servedKey } from '../../relayers/domain/relayer.repository';
import type { Signer } from '../../signers/domain/signer';
import type { Configuration } from './configuration';
import { type FileRecord, locateAll, type Reading, recordsOf } from './file-record';
import { error, type Inquiry, type Issue, warning } from './finding';
import { meant, nearest } from './hints';
import { networkRecords } from './records/network.records';
import { notificationRecords } from './records/notification.records';
import { type RelayerReferences, RelayerSection } from './records/relayer.section';
import { signerRecords } from './records/signer.records';

/** Of how many characters records are that are read together. */
const MAX_BATCH_CHARACTERS = 1024 * 1024;

/** What a file may refer to that it has no section for. */
export interface StoredReferences {
  /** Those of the signers that there are. */
  signers(ids: readonly string[]): Promise<ReadonlyMap<string, Signer>>;
  /** Those of the notifications that there are. */
  notifications(ids: readonly string[]): Promise<ReadonlySet<string>>;
}

/** The relayers of a file, which are read one after the other and validated beside what they refer to. */
export class FileRelayers {
  /** Those with errors, too. */
  readonly ids = new Set<string>();
  private readonly served = new Map<string, string>();
  private readonly section: RelayerSection;

  /**
   * @param stored without it, what they refer to beside the file need not be there
   * @param signers those that stand in place of the file's
   */
  constructor(
    private readonly configuration: Configuration,
    private readonly stored?: StoredReferences,
    private readonly signers = configuration.records(signerRecords),
  ) {
    const { networkTypes, urls } = configuration.rules;
    this.section = new RelayerSection(networkTypes, urls);
  }

  /** The relayers that have no errors, in the order of the file; once. */
  async *read(inquiry: Inquiry): AsyncGenerator<readonly Relayer[]> {
    let batch: FileRecord[] = [];
    let characters = 0;
    for await (const { record, findings } of recordsOf(this.configuration.relayers ?? [], inquiry.signal)) {
      if (inquiry.findings.isFull) return;
      inquiry.findings.add(findings);
      if (!record) continue;
      batch.push(record);
      characters += record.located.characters;
      if (batch.length < RECORDS_AT_ONCE && characters < MAX_BATCH_CHARACTERS) continue;
      yield this.relayersOf(batch, inquiry);
      [batch, characters] = [[], 0];
    }
    if (batch.length > 0) yield this.relayersOf(batch, inquiry);
  }

  private async relayersOf(batch: readonly FileRecord[], { findings }: Inquiry): Promise<readonly Relayer[]> {
    const references = await this.referencesOf(batch);
    const known = await this.configuration.rules.known.among(batch.flatMap(({ value }) => nameOf(value) ?? []));
    const relayers: Relayer[] = [];
    for await (const record of inTurns(batch)) {
      this.ids.add(record.id);
      const { value: relayer, issues } = this.section.read(record, references);
      const crossed = relayer ? this.crossIssues(relayer) : [];
      const ofNetwork = await this.networkIssues(record, known);
      if (relayer) {
        this.served.set(servedKey(relayer.document), relayer.id);
        relayers.push(relayer);
      }
      findings.add(await locateAll(record.located, [...record.issues, ...issues, ...ofNetwork, ...crossed]));
    }
    return relayers;
  }

  /** What is wrong with a relayer beside those before it and the other sections. */
  private crossIssues(relayer: Relayer): readonly Issue[] {
    const { network_type, network } = relayer.document;
    const name = `${network_type}:${network}`;
    const other = this.served.get(servedKey(relayer.document));
    const rule = 'one signer serves one relayer per network';
    return [...(other === undefined ? [] : [error('signer_id', `already serves relayer ${other} on ${name}`, rule)])];
  }

  private async networkIssues({ value }: FileRecord, known: ReadonlySet<string>): Promise<readonly Issue[]> {
    const { rules } = this.configuration;
    const networks = this.configuration.section(networkRecords);
    const name = nameOf(value);
    if (!name || !rules.networkTypes.find(name.network_type) || known.has(networkKey(name))) return [];
    const id = networkId(name.network_type, name.network);
    const isInFile = networks?.ids.has(id) && (networks.records.get(id)?.name ?? name.network) === name.network;
    if (isInFile) return [];
    const own = [...(networks?.records.values() ?? [])].filter(({ kind }) => kind.type === name.network_type);
    const names = [...own.map((network) => network.name), ...(await rules.known.names(name.network_type))];
    return [error('network', networkNotFound(name), meant(name.network, names, []))];
  }

  private async referencesOf(batch: readonly FileRecord[]): Promise<RelayerReferences> {
    const signerSection = this.configuration.section(signerRecords);
    const notificationSection = this.configuration.section(notificationRecords);
    const { stored } = this;
    const ids = (field: string): string[] => [
      ...new Set(batch.map(({ value }) => value[field]).filter((id) => typeof id === 'string')),
    ];
    const signers = signerSection ? undefined : await stored?.signers(ids('signer_id'));
    const notifications = notificationSection ? undefined : await stored?.notifications(ids('notification_id'));
    const isChecked = stored !== undefined;
    return {
      signer: (id): Reading<Signer> => {
        if (signerSection)
          return { value: this.signers.get(id), issues: danglingIssues('signer', id, signerSection.ids) };
        const found = signers?.get(id);
        return { value: found, issues: found ? [] : [storedIssue('signer', id, isChecked)] };
      },
      notification: (id): Reading<string | null> => {
        if (notificationSection) {
          const issues = danglingIssues('notification', id, notificationSection.ids);
          return { value: notificationSection.leftOut.has(id) ? null : id, issues };
        }
        return { value: id, issues: notifications?.has(id) ? [] : [storedIssue('notification', id, isChecked)] };
      },
    };
  }
}

const nameOf = ({ network_type, network }: PlainObject): NetworkName | undefined =>
  typeof network_type === 'string' && typeof network === 'string' ? { network_type, network } : undefined;

function danglingIssues(what: 'signer' | 'notification', id: string, ids: ReadonlySet<string>): readonly Issue[] {
  if (ids.has(id)) return [];
  const message = `must be the id of a ${what} of the file: there is no ${id}`;
  return [error(`${what}_id`, message, nearest(id, ids))];
}

const storedIssue = (what: 'signer' | 'notification', id: string, isChecked: boolean): Issue =>
  isChecked
    ? error(`${what}_id`, `must be the id of a ${what}: ${id} is neither in the file nor stored`)
    : warning(`${what}_id`, `is not in the file: such a ${what} has to be stored already`);
