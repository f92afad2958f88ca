import { Injectable } from '@nestjs/common';
import { DomainError } from '../kernel/domain-error';
import { parseExact } from '../kernel/exact-json';
import { type Page, type PageRequest, pagesOf } from '../kernel/page';
import type { Revision } from '../kernel/record';
import { Transactions } from '../kernel/transactions';
import { NotificationRepository } from '../notifications/domain/notification.repository';
import type { Relayer } from '../relayers/domain/relayer';
import { RelayerRepository } from '../relayers/domain/relayer.repository';
import type { Signer } from '../signers/domain/signer';
import { SignerRepository } from '../signers/domain/signer.repository';
import { UNSUPPORTED_SECTIONS } from './domain/configuration-document';
import {
  type ExportedConfiguration,
  notificationDocument,
  relayerDocument,
  signerDocument,
  VariableNames,
} from './domain/exported-records';
import { UnsupportedSections } from './domain/unsupported-sections';

/** A configuration, and the variables that hold its secrets wherever it is used. */
export interface Export {
  readonly configuration: ExportedConfiguration;
  readonly variables: readonly string[];
}

/** Writes what is stored as a configuration. */
@Injectable()
export class ExportService {
  constructor(
    private readonly signers: SignerRepository,
    private readonly notifications: NotificationRepository,
    private readonly relayers: RelayerRepository,
    private readonly sections: UnsupportedSections,
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
        relayers: byId(relayers.map(({ entity }) => entity)).map((relayer) => this.relayer(relayer, signers)),
        signers: byId([...signers.values()]).map((signer) => signerDocument(signer, names.refer)),
        notifications: byId(notifications.map(({ entity }) => entity)).map((notification) =>
          notificationDocument(notification, names.refer),
        ),
        ...(await this.kept()),
      };
      return { configuration, variables: names.all };
    });
  }

  private async allSigners(): Promise<Map<string, Signer>> {
    const signers = new Map<string, Signer>();
    for (const { entity } of await all((request) => this.signers.page(request))) {
      const kept = await this.signers.lock(entity.id);
      if (kept) signers.set(entity.id, kept.entity);
    }
    return signers;
  }

  private relayer(
    { document, networkType }: Relayer,
    signers: ReadonlyMap<string, Signer>,
  ): Readonly<Record<string, unknown>> {
    const account = signers.get(document.signer_id)?.account(networkType.curve);
    return relayerDocument(document, account === undefined);
  }

  private async kept(): Promise<object> {
    const sections: [string, unknown][] = [];
    for (const name of UNSUPPORTED_SECTIONS) {
      const json = await this.sections.read(name);
      if (json !== undefined) sections.push([name, parseExact(json)]);
    }
    return Object.fromEntries(sections);
  }
}

/** @throws DomainError where a record cannot be opened: an export without it would be taken for the whole */
async function all<T extends Revision>(list: (request: PageRequest) => Promise<Page<T>>): Promise<T[]> {
  const items: T[] = [];
  let listed = 0;
  for await (const page of pagesOf(list)) {
    listed += page.revisions.length;
    for await (const item of page.items) items.push(item);
  }
  const omitted = listed - items.length;
  if (omitted > 0)
    throw DomainError.conflict(`${String(omitted)} records cannot be opened with the keys that there are`);
  return items;
}

const byId = <T extends { readonly id: string }>(records: readonly T[]): T[] =>
  [...records].sort((one, other) => (one.id < other.id ? -1 : 1));
