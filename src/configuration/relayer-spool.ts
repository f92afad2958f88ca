import { parseExact, stringifyExact } from '../kernel/exact-json';
import type { NetworkTypes } from '../relayers/domain/policies';
import { Relayer, type RelayerDocument } from '../relayers/domain/relayer';
import { Spool } from './spool';

/** Relayers that were validated, of which there may be too many for memory, until they are written. */
export class RelayerSpool {
  private readonly spool = new Spool();

  constructor(private readonly networkTypes: NetworkTypes) {}

  /** Puts a relayer aside; the result reads it again, as long as this is open. */
  readonly add = ({ document }: Relayer): { readonly after: () => Relayer; readonly bytes: number } => {
    const bytes = Buffer.from(stringifyExact(document));
    const [offset, length] = [this.spool.size, bytes.length];
    this.spool.append(bytes);
    return { after: () => this.read(offset, length), bytes: length };
  };

  close(): void {
    this.spool.close();
  }

  private read(offset: number, length: number): Relayer {
    const document = parseExact(this.spool.read(offset, length).toString()) as RelayerDocument;
    const type = this.networkTypes.find(document.network_type);
    if (!type) throw new Error(`There is no network type ${document.network_type}`);
    return Relayer.restore(document, type);
  }
}
