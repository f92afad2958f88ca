import { KnownNetworks, networkKey, type NetworkName } from '../../relayers/domain/known-networks';
import { CATALOGUE } from './catalogue';

const NAMES: readonly NetworkName[] = CATALOGUE.map(({ network_type, name }) => ({ network_type, network: name }));
const KEYS: ReadonlySet<string> = new Set(NAMES.map(networkKey));

/** Where nothing is stored, there are the networks of the catalogue. */
export class CatalogueOnly extends KnownNetworks {
  override async among(networks: readonly NetworkName[]): Promise<ReadonlySet<string>> {
    return new Set(networks.map(networkKey).filter((key) => KEYS.has(key)));
  }

  override hold(networks: readonly NetworkName[]): Promise<ReadonlySet<string>> {
    return this.among(networks);
  }

  override async names(networkType: string): Promise<readonly string[]> {
    return NAMES.filter(({ network_type }) => network_type === networkType).map(({ network }) => network);
  }
}
