import { setImmediate as turn } from 'node:timers/promises';
import type { UrlRules } from '../../kernel/url-rules';
import type { Notification } from '../../notifications/domain/notification';
import type { NetworkTypes } from '../../relayers/domain/policies';
import type { Relayer } from '../../relayers/domain/relayer';
import type { Signer } from '../../signers/domain/signer';
import type { SignerKinds } from '../../signers/domain/kinds';
import { type ConfigurationFile, RECORD_SECTIONS, type RecordSection, SECTIONS } from './configuration-file';
import type { Findings } from './finding';
import { nearest } from './hints';
import { type KeptItems, readNetworks, readPlugins } from './kept.section';
import { NotificationSection } from './notification.section';
import { type Reading, RecordItem } from './record-item';
import { type References, RelayerSection } from './relayer.section';
import { SignerSection } from './signer.section';
import type { Surroundings } from './surroundings';

/** How many relayers are read before others get their turn. */
const READ_AT_ONCE = 64;

/** What a file is read by. */
export interface Rules {
  readonly kinds: SignerKinds;
  readonly networkTypes: NetworkTypes;
  readonly urls: UrlRules;
}

/** What a file may refer to that it has no section for. */
export interface Stored {
  signer(id: string): Promise<Signer | undefined>;
  hasNotification(id: string): Promise<boolean>;
}

/**
 * What a configuration file says, read and judged. A section that the file has not says nothing: it is undefined here.
 * Signers and notifications are in memory; relayers, of which there may be very many, are read anew each time.
 */
export class Bundle {
  signers: Map<string, Signer> | undefined;
  notifications: ReadonlyMap<string, Notification> | undefined;
  networks: KeptItems | undefined;
  plugins: KeptItems | undefined;
  /** Those that are there, and left out for they have no URL. */
  private silent: ReadonlySet<string> = new Set();
  private readonly ids: Readonly<Record<RecordSection, Set<string>>> = {
    signers: new Set(),
    notifications: new Set(),
    relayers: new Set(),
  };

  private constructor(
    private readonly file: ConfigurationFile,
    private readonly rules: Rules,
    private readonly surroundings: Surroundings,
    readonly findings: Findings,
    private readonly isRehearsal: boolean,
  ) {}

  /**
   * Reads everything but the relayers; what is wrong goes to `findings`.
   * @param isRehearsal whether the file is only judged: then the secrets that it refers to need not be there
   */
  static async read(
    file: ConfigurationFile,
    rules: Rules,
    surroundings: Surroundings,
    findings: Findings,
    isRehearsal: boolean,
  ): Promise<Bundle> {
    const bundle = new Bundle(file, rules, surroundings, findings, isRehearsal);
    bundle.checkSections();
    await bundle.readSigners();
    bundle.readNotifications();
    await bundle.readKept();
    return bundle;
  }

  /** Whether the file says anything of these records. */
  has(section: RecordSection): boolean {
    return this.file.sections.get(section)?.items !== undefined;
  }

  /** How many relayers the file has. */
  get relayerCount(): number {
    return this.file.sections.get('relayers')?.items?.length ?? 0;
  }

  get relayerIds(): ReadonlySet<string> {
    return this.ids.relayers;
  }

  /** Lets the relayers have a signer that is stored in place of the file's. */
  useSigner(signer: Signer): void {
    this.signers?.set(signer.id, signer);
  }

  /**
   * The relayers without faults, in the order of the file, one at a time; what is wrong with the others goes to
   * `findings`.
   */
  async *relayers(stored?: Stored, findings = this.findings): AsyncGenerator<Relayer> {
    const section = new RelayerSection(this.rules.networkTypes, this.rules.urls);
    const places = new Map<string, string>();
    const references = this.references(stored);
    this.ids.relayers.clear();
    let read = 0;
    for (const item of this.records('relayers', { findings, isRehearsal: this.isRehearsal })) {
      // Nothing here waits for anything: a long file would keep the service from everybody else.
      if (++read % READ_AT_ONCE === 0) await turn();
      const relayer = await section.read(item, references);
      if (!relayer) continue;
      const { signer_id, network_type, network } = relayer.document;
      const place = `${network_type}:${network}`;
      const other = places.get(`${signer_id} ${place}`);
      places.set(`${signer_id} ${place}`, relayer.id);
      if (other !== undefined) {
        item.error(
          'signer_id',
          `already serves relayer ${other} on ${place}`,
          'one signer serves one relayer per network',
        );
      }
      if (this.networks && !this.networks.items.has(place)) {
        item.warn('network', `is ${place}, which is not among the networks of the file`);
      }
      yield relayer;
    }
  }

  private checkSections(): void {
    for (const [name, section] of this.file.sections) {
      const place = section.items ? section.place : section.place('');
      if (!SECTIONS.some((known) => known === name))
        this.findings.error(place, 'is not a known section', nearest(name, SECTIONS));
      else if (RECORD_SECTIONS.some((known) => known === name) && !section.items) {
        if (section.value !== undefined) this.findings.error(place, 'must be a list');
      }
    }
    if (this.file.sections.size === 0) this.findings.warn({ path: '', line: 1 }, 'has no sections: it says nothing');
  }

  private async readSigners(): Promise<void> {
    if (!this.has('signers')) return;
    const section = new SignerSection(this.rules.kinds, this.surroundings);
    const signers = new Map<string, Signer>();
    for (const item of this.records('signers', this.reading)) {
      const signer = await section.read(item);
      if (signer) signers.set(item.id, signer);
    }
    this.signers = signers;
  }

  private readNotifications(): void {
    if (!this.has('notifications')) return;
    const section = new NotificationSection(this.rules.urls, this.surroundings);
    const notifications = new Map<string, Notification>();
    const silent = new Set<string>();
    for (const item of this.records('notifications', this.reading)) {
      const notification = section.read(item);
      if (notification) notifications.set(item.id, notification);
      else if (item.value.url === '') silent.add(item.id);
    }
    this.notifications = notifications;
    this.silent = silent;
  }

  private async readKept(): Promise<void> {
    const [networks, plugins] = [this.file.sections.get('networks'), this.file.sections.get('plugins')];
    this.networks = networks && (await readNetworks(networks, this.reading, this.surroundings));
    this.plugins = plugins && readPlugins(plugins, this.reading);
  }

  private get reading(): Reading {
    return { findings: this.findings, isRehearsal: this.isRehearsal };
  }

  private *records(name: RecordSection, reading: Reading): Generator<RecordItem> {
    const items = this.file.sections.get(name)?.items;
    for (let index = 0; index < (items?.length ?? 0); index++) {
      const located = items?.item(index, reading.findings);
      const item = located && RecordItem.of(located, reading);
      if (!item) continue;
      if (this.ids[name].has(item.id))
        item.error('id', `is there twice: ${item.id}`, 'give each record an id of its own');
      this.ids[name].add(item.id);
      yield item;
    }
  }

  private references(stored: Stored | undefined): References {
    return {
      signer: async (id, item) => {
        if (this.has('signers')) {
          if (!this.ids.signers.has(id)) this.dangles(item, 'signer_id', 'signer', this.ids.signers, id);
          return this.signers?.get(id);
        }
        const found = await stored?.signer(id);
        if (!stored) item.warn('signer_id', 'is not in the file: such a signer has to be stored already');
        else if (!found) item.error('signer_id', `must be the id of a signer: ${id} is neither in the file nor stored`);
        return found;
      },
      notification: async (id, item) => {
        if (this.silent.has(id)) return null;
        const isThere = this.ids.notifications.has(id);
        if (this.has('notifications') && !isThere) {
          this.dangles(item, 'notification_id', 'notification', this.ids.notifications, id);
        } else if (!isThere && !stored) {
          item.warn('notification_id', 'is not in the file: such a notification has to be stored already');
        } else if (!isThere && !(await stored?.hasNotification(id))) {
          item.error('notification_id', `must be the id of a notification: ${id} is neither in the file nor stored`);
        }
        return id;
      },
    };
  }

  private dangles(item: RecordItem, path: string, what: string, ids: ReadonlySet<string>, id: string): void {
    item.error(path, `must be the id of a ${what} of the file: there is no ${id}`, nearest(id, [...ids]));
  }
}
