import { fieldsOf } from '../../../kernel/declarations';
import { isPlainObject, type PlainObject } from '../../../kernel/merge-patch';
import type { Stored } from '../../../kernel/record';
import { NetworkKinds } from '../../../networks/domain/kinds';
import { GasPriceCache } from '../../../networks/domain/kinds/evm';
import { withMaskedEndpoints } from '../../../networks/domain/masked-network';
import type { Network } from '../../../networks/domain/network';
import type { Items } from '../configuration-document';
import { type Exporting, referenceKey } from '../exporting';
import { error, type Issue } from '../finding';
import { nullIssues, numberIssues, type Written } from '../openzeppelin-numbers';
import type { OpenZeppelinRules } from '../rules';
import { fileNetworks, networkItemsOf, NOT_LISTED } from './network-items';
import { NetworkSection } from './network.section';
import type { ReadSection } from './read-section';
import { maskedUrls } from './record-changes';
import { type Batches, type ReadOptions, RecordKind, type RecordItems, type SectionOfFile } from './record-kind';

/** They may be in a folder, and inherit from one another; those of the catalogue are there of themselves. */
class NetworkRecords extends RecordKind<Network> {
  override readonly section = 'networks';
  override readonly name = 'network';
  override readonly summary = 'Networks, of which one inherits from another by `from`.';
  override readonly example = {
    type: 'evm',
    network: 'sepolia',
    from: 'mainnet',
    chain_id: 11155111,
    rpc_urls: ['https://rpc.example.com'],
  };
  override readonly toldApartBy = ['type', 'network'];
  override readonly noneIs = [null, ''];
  override readonly mayBeEmpty = false;
  override readonly missingThere =
    'must be there: without a list it reads the folder config/networks, which has none here';
  protected override readonly masks = { rpc_urls: maskedUrls };
  private readonly kindsThere = new NetworkKinds();

  override items(given: SectionOfFile): Promise<RecordItems> {
    return networkItemsOf(given);
  }

  override read(items: Items, { rules, inquiry }: ReadOptions): Promise<ReadSection<Network>> {
    return new NetworkSection(rules.networks, inquiry).read(items);
  }

  protected override compared({ values }: Network): object {
    return values;
  }

  override succeed(after: Network, before: Network): Network {
    return after.succeeding(before);
  }

  override isPermanent({ isCatalogue }: Network): boolean {
    return isCatalogue;
  }

  override isDefault({ entity, version }: Stored<Network>): boolean {
    return entity.isCatalogue && version === 1;
  }

  /**
   * Those that are not there of themselves, and of the others those that relayers are on. For the OpenZeppelin Relayer all
   * where none is: there, an empty list is a fault, and without a list it does not start where its folder of them is missing.
   */
  override async *exported(stored: () => Batches<Network>, exporting: Exporting): AsyncGenerator<PlainObject> {
    let hasAny = false;
    for await (const batch of stored()) {
      for (const network of batch) {
        if (this.isDefault(network) && !exporting.referred.has(referenceKey(this.section, network.entity.id))) continue;
        hasAny = true;
        yield this.inForm(network.entity, exporting);
      }
    }
    if (!hasAny && exporting.form) yield* super.exported(stored, exporting);
  }

  override rulesThere(items: Items): Pick<OpenZeppelinRules, 'network'> {
    return items.length > 0 ? { network: fileNetworks([...items].map(({ value }) => value)) } : {};
  }

  protected override written({ kind, name, values }: Network, { masked }: Exporting): PlainObject {
    return { type: kind.type, network: name, ...(masked.has(this.section) ? withMaskedEndpoints(values) : values) };
  }

  override issuesThere(record: PlainObject, { network }: OpenZeppelinRules, written: Written): readonly Issue[] {
    const { type, from, gas_price_cache: cache } = record;
    const kind = this.kindsThere.find(type);
    if (!kind) return [];
    const isListed = typeof from !== 'string' || network?.(kind.type, from) !== undefined;
    return [
      ...(isListed ? [] : [error('from', NOT_LISTED)]),
      ...numberIssues(fieldsOf(kind.fields), record, '', written),
      ...(isPlainObject(cache) ? nullIssues(GasPriceCache, cache, 'gas_price_cache') : []),
    ];
  }
}

export const networkRecords = new NetworkRecords();
