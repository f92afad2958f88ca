import { SealError, type SecretBox } from '../../encryption/secret-box';
import { parseExact, stringifyExact } from '../../kernel/exact-json';
import type { PlainObject } from '../../kernel/merge-patch';
import type { Stored } from '../../kernel/record';
import type { NewRow } from '../../persistence/record-table';
import type { RpcConfig } from '../../relayers/domain/rpc-config';
import { CATALOGUE } from '../domain/catalogue';
import type { NetworkKinds } from '../domain/kinds';
import { Network } from '../domain/network';
import { locationOfEndpoints, type NetworkRow } from './network.row';

const ENDPOINTS: ReadonlyMap<string, readonly RpcConfig[]> = new Map(
  CATALOGUE.map(({ id, endpoints }) => [id, endpoints]),
);

/** Networks and their rows, both ways. Endpoints, which may carry a credential, are sealed in the row. */
export class NetworkMapper {
  constructor(
    private readonly box: SecretBox,
    private readonly kinds: NetworkKinds,
  ) {}

  row({ id, name, kind, values: { rpc_urls, ...details }, isCatalogue }: Network, version: number): NewRow<NetworkRow> {
    return {
      id,
      version,
      network_type: kind.type,
      name,
      is_catalogue: isCatalogue,
      details: stringifyExact(details),
      rpc_urls: this.box.seal(JSON.stringify(rpc_urls), locationOfEndpoints(id)),
      key_id: this.box.keyId,
    };
  }

  /** @throws SealError */
  stored(row: NetworkRow): Stored<Network> {
    return { entity: this.entity(row), position: row.seq, version: row.version };
  }

  /** @throws SealError */
  entity(row: NetworkRow): Network {
    const kind = this.kinds.find(row.network_type);
    if (!kind) throw new Error(`Nothing here knows the network type ${row.network_type}`);
    const values = { ...(parseExact(row.details) as PlainObject), rpc_urls: this.endpointsOf(row) };
    return new Network(row.name, kind, values, Boolean(row.is_catalogue));
  }

  private endpointsOf({ id, rpc_urls }: NetworkRow): readonly RpcConfig[] {
    const location = locationOfEndpoints(id);
    if (rpc_urls !== null) return JSON.parse(this.box.open(rpc_urls, location)) as RpcConfig[];
    const known = ENDPOINTS.get(id);
    if (!known) throw new SealError(location, `What is sealed at ${location} was taken away`);
    return known;
  }
}
