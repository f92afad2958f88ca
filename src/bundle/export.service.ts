import { Injectable } from '@nestjs/common';
import { DomainError } from '../kernel/domain-error';
import { parseExact } from '../kernel/exact-json';
import { type Page, type PageRequest, pagesOf } from '../kernel/page';
import type { Published } from '../kernel/record';
import { Transactions } from '../kernel/transactions';
import type { NotificationDocument } from '../notifications/domain/notification';
import { NotificationRepository } from '../notifications/domain/notification.repository';
import { NetworkTypes } from '../relayers/domain/policies';
import type { RelayerDocument } from '../relayers/domain/relayer';
import { type PublishedRelayer, RelayerRepository } from '../relayers/domain/relayer.repository';
import type { Signer } from '../signers/domain/signer';
import { SignerRepository } from '../signers/domain/signer.repository';
import { KEPT_SECTIONS } from './domain/configuration-file';
import {
  type ConfigurationDocument,
  notificationDocument,
  relayerDocument,
  signerDocument,
  VariableNames,
} from './domain/document';
import { KeptSections } from './domain/kept-sections';

/** A configuration, and the variables that hold its secrets wherever it is used. */
export interface Export {
  readonly configuration: ConfigurationDocument;
  readonly variables: readonly string[];
}

/** Writes what is stored as a configuration. */
@Injectable()
export class ExportService {
  constructor(
    private readonly signers: SignerRepository,
    private readonly notifications: NotificationRepository,
    private readonly relayers: RelayerRepository,
    private readonly sections: KeptSections,
    private readonly networkTypes: NetworkTypes,
    private readonly transactions: Transactions,
  ) {}

  /** Everything, by id within each section, so that the same records give the same text; no secret is part of it. */
  export(): Promise<Export> {
    return this.transactions.run(async () => {
      const names = new VariableNames();
      const signers = await this.allSigners();
      const notifications = await all((request) => this.notifications.page(request));
      const relayers = await all((request) => this.relayers.page(request, {}));
      const configuration = {
        relayers: byId(relayers).map((relayer) => this.relayer(relayer, signers)),
        signers: byId([...signers.values()]).map((signer) => signerDocument(signer, names.refer)),
        notifications: byId(notifications).map(({ json }) =>
          notificationDocument(JSON.parse(json) as NotificationDocument, names.refer),
        ),
        ...(await this.kept()),
      };
      return { configuration, variables: names.all };
    });
  }

  private async allSigners(): Promise<Map<string, Signer>> {
    const signers = new Map<string, Signer>();
    for (const { id } of await all((request) => this.signers.page(request))) {
      const kept = await this.signers.lock(id);
      if (kept) signers.set(id, kept.entity);
    }
    return signers;
  }

  private relayer(
    { json, rpcUrls }: PublishedRelayer,
    signers: ReadonlyMap<string, Signer>,
  ): Readonly<Record<string, unknown>> {
    const document = parseExact(json) as RelayerDocument;
    const custom_rpc_urls = rpcUrls === undefined ? null : (JSON.parse(rpcUrls) as RelayerDocument['custom_rpc_urls']);
    const type = this.networkTypes.find(document.network_type);
    const account = type && signers.get(document.signer_id)?.account(type.curve);
    return relayerDocument({ ...document, custom_rpc_urls }, account === undefined);
  }

  private async kept(): Promise<object> {
    const sections: [string, unknown][] = [];
    for (const name of KEPT_SECTIONS) {
      const json = await this.sections.read(name);
      if (json !== undefined) sections.push([name, parseExact(json)]);
    }
    return Object.fromEntries(sections);
  }
}

/** @throws DomainError where a record cannot be opened: an export without it would be taken for the whole */
async function all<T extends Published>(list: (request: PageRequest) => Promise<Page<T>>): Promise<T[]> {
  const items: T[] = [];
  for await (const { items: more, omitted = 0 } of pagesOf(list, ({ position }) => position)) {
    if (omitted > 0)
      throw DomainError.conflict(`${String(omitted)} records cannot be opened with the keys that there are`);
    items.push(...more);
  }
  return items;
}

const byId = <T extends { readonly id: string }>(records: readonly T[]): T[] =>
  [...records].sort((one, other) => (one.id < other.id ? -1 : 1));
