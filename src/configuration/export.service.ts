import { Injectable } from '@nestjs/common';
import type { Curve } from '../chains/account';
import { maskUrl } from '../kernel/http-url';
import type { PlainObject } from '../kernel/merge-patch';
import type { ManyOf, Stored } from '../kernel/record';
import { Transactions } from '../kernel/transactions';
import { inTurns } from '../kernel/turns';
import { withMaskedEndpoints } from '../networks/domain/masked-network';
import type { Network } from '../networks/domain/network';
import { networkId } from '../networks/domain/network-id';
import { NetworkRepository } from '../networks/domain/network.repository';
import { NotificationRepository } from '../notifications/domain/notification.repository';
import { withMaskedConfig } from '../plugins/domain/masked-config';
import type { PluginDocument } from '../plugins/domain/plugin';
import { PluginRepository } from '../plugins/domain/plugin.repository';
import { withMaskedUrls } from '../relayers/domain/masked-urls';
import type { Relayer } from '../relayers/domain/relayer';
import { RelayerRepository } from '../relayers/domain/relayer.repository';
import { SignerRepository } from '../signers/domain/signer.repository';
import {
  type ExportedConfiguration,
  networkDocument,
  notificationDocument,
  pluginDocument,
  relayerDocument,
  VariableNames,
} from './domain/exported-records';
import { type ExportForm, OWN_FORM } from './domain/export-form';
import { type ExportedSection, withoutEmpty } from './exported-text';
import { opened } from './section-plan';

/** A configuration, and the variables that hold its secrets wherever it is used. */
export interface Export {
  readonly configuration: ExportedConfiguration;
  readonly variables: readonly string[];
}

/** What is masked in an export, for those who may read records and not write them. */
export interface ExportView {
  readonly masksRpcUrls: boolean;
  readonly masksWebhookUrls: boolean;
  /** The RPC endpoints of networks. */
  readonly masksNetworkUrls: boolean;
  /** What plugins are configured with. */
  readonly masksPluginConfigs: boolean;
  readonly form: ExportForm;
}

const WHOLE = {
  masksRpcUrls: false,
  masksWebhookUrls: false,
  masksNetworkUrls: false,
  masksPluginConfigs: false,
};

/** Writes what is stored as a configuration. No secret is part of it. */
@Injectable()
export class ExportService {
  constructor(
    private readonly signers: SignerRepository,
    private readonly notifications: NotificationRepository,
    private readonly networks: NetworkRepository,
    private readonly relayers: RelayerRepository,
    private readonly plugins: PluginRepository,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Everything, by id within each section, so that the same records give the same text.
   * @throws DomainError `conflict` where a record cannot be opened: an export without it would be taken for the whole
   */
  export(form: ExportForm = OWN_FORM): Promise<Export> {
    return this.read({ ...WHOLE, form }, async (sections, names) => {
      const configuration: Record<string, unknown[]> = {};
      for await (const { name, records } of sections) {
        const list: unknown[] = [];
        for await (const record of records) list.push(record);
        configuration[name] = list;
      }
      return { configuration: configuration as unknown as ExportedConfiguration, variables: names.all };
    });
  }

  /**
   * Has the sections read, one after the other, of one state of the store.
   * @param work gets the names of the variables that the records refer to so far
   * @throws DomainError as {@link export}
   */
  read<T>(
    view: ExportView,
    work: (sections: AsyncIterable<ExportedSection>, names: VariableNames) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    const names = new VariableNames();
    return this.transactions.read(() => work(withoutEmpty(this.allSections(view, names, signal)), names));
  }

  private async *allSections(
    view: ExportView,
    names: VariableNames,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<ExportedSection> {
    const { form } = view;
    const used = new Set<string>();
    yield { name: 'relayers', records: this.allRelayers(view, used, signal) };
    yield {
      name: 'signers',
      records: each(this.signers.many, (signer) => form.signer(signer, names.refer), signal),
    };
    const urlOf = (url: string): string => (view.masksWebhookUrls ? maskUrl(url) : url);
    yield {
      name: 'notifications',
      records: each(
        this.notifications.many,
        ({ document, signingKey }) =>
          form.notification(
            notificationDocument({ ...document, url: urlOf(document.url) }, signingKey, names.refer),
            signingKey,
          ),
        signal,
      ),
    };
    yield { name: 'networks', records: this.allNetworks(view, used, signal) };
    const seen = view.masksPluginConfigs ? withMaskedConfig<PluginDocument> : (plugin: PluginDocument) => plugin;
    yield {
      name: 'plugins',
      records: each(this.plugins.many, ({ document }) => pluginDocument(seen(document)), signal),
    };
  }

  /** Those that are not there of themselves, and of the others those that relayers are on; all where none is and some are needed. */
  private async *allNetworks(
    view: ExportView,
    used: ReadonlySet<string>,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<PlainObject> {
    const seen = (values: Network['values']) => (view.masksNetworkUrls ? withMaskedEndpoints(values) : values);
    let hasAny = false;
    for await (const stored of batches(this.networks.many, signal)) {
      for (const { entity, version } of stored) {
        if (entity.isCatalogue && version === 1 && !used.has(entity.id)) continue;
        hasAny = true;
        yield networkDocument(entity, seen(entity.values));
      }
    }
    if (hasAny || !view.form.needsNetworks) return;
    yield* each(this.networks.many, (network) => networkDocument(network, seen(network.values)), signal);
  }

  /** @param used is told the networks that they are on */
  private async *allRelayers(
    view: ExportView,
    used: Set<string>,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<PlainObject> {
    const known = new Map<string, boolean>();
    for await (const stored of batches(this.relayers.many, signal)) {
      const relayers = stored.map(({ entity }) => entity);
      await this.lookUpAccounts(relayers, known);
      for (const { document, networkType } of relayers) {
        used.add(networkId(document.network_type, document.network));
        const hasOwnAddress = known.get(accountKey(document.signer_id, networkType.curve)) === false;
        const shown = view.masksRpcUrls ? withMaskedUrls(document) : document;
        yield view.form.relayer(relayerDocument(shown, hasOwnAddress), networkType);
      }
    }
  }

  /** Whether signers tell of their accounts: keys are derived for it, once for each signer and curve. */
  private async lookUpAccounts(relayers: readonly Relayer[], known: Map<string, boolean>): Promise<void> {
    const wanted = relayers.filter(
      ({ document, networkType }) => !known.has(accountKey(document.signer_id, networkType.curve)),
    );
    const ids = [...new Set(wanted.map(({ document }) => document.signer_id))];
    const signers = await opened(() => this.signers.many.find(ids));
    for await (const { document, networkType } of inTurns(wanted)) {
      const key = accountKey(document.signer_id, networkType.curve);
      if (known.has(key)) continue;
      known.set(key, signers.get(document.signer_id)?.entity.account(networkType.curve) !== undefined);
    }
  }
}

const accountKey = (signer: string, curve: Curve): string => `${signer} ${curve}`;

/** All records of a collection, by id, some at a time. */
async function* batches<Entity>(
  records: ManyOf<Entity>,
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly Stored<Entity>[]> {
  for await (const ids of inTurns(idsOf(records), signal)) {
    const found = await opened(() => records.find(ids));
    yield ids.flatMap((id) => found.get(id) ?? []);
  }
}

async function* idsOf<Entity>(records: ManyOf<Entity>): AsyncGenerator<readonly string[]> {
  for (let ids = await records.idsAfter(''); ids.length > 0; ids = await records.idsAfter(ids.at(-1) ?? '')) yield ids;
}

async function* each<Entity>(
  records: ManyOf<Entity>,
  write: (entity: Entity) => PlainObject,
  signal: AbortSignal | undefined,
): AsyncGenerator<PlainObject> {
  for await (const stored of batches(records, signal)) for (const { entity } of stored) yield write(entity);
}
