import type { SecretBox } from '../../persistence/secret-box';
import type { Relayer } from '../domain/relayer';
import { placeOfReason, placeOfRpcUrls, type RelayerRow } from './relayer.row';

/** What is kept of a relayer apart from its document, as JSON texts; undefined where there is nothing to hide. */
export interface SealedTexts {
  readonly rpcUrls: string | undefined;
  readonly disabledReason: string | undefined;
}

export type SealedColumns = Pick<RelayerRow, 'custom_rpc_urls' | 'key_id' | 'disabled_reason' | 'disabled_reason_key'>;

/** A row as it was locked, with what it opened to. */
export interface Opened {
  readonly row: RelayerRow;
  readonly texts: SealedTexts;
}

export const textsOf = ({ rpcUrls, hiddenReason }: Relayer): SealedTexts => ({
  rpcUrls: rpcUrls === null ? undefined : JSON.stringify(rpcUrls),
  disabledReason: hiddenReason && JSON.stringify(hiddenReason),
});

/** How many texts are remembered as they were opened, a few hundred bytes each. */
const MOST_OPENED = 2_000;

/** Seals and opens what is kept of relayers apart from their documents. */
export class RelayerSeals {
  /** By what was sealed: to open it again would take most of the time of showing a relayer. */
  private readonly opened = new Map<string, { readonly place: string; readonly text: string }>();

  constructor(private readonly box: SecretBox) {}

  /** @param before what is the same there, and sealed with the key that seals now, stays as it is */
  seal(id: string, { rpcUrls, disabledReason }: SealedTexts, before?: Opened): SealedColumns {
    const { row, texts } = before ?? {};
    const areUrlsKept = row && texts?.rpcUrls === rpcUrls && this.isCurrent(row.key_id);
    const isReasonKept = row && texts?.disabledReason === disabledReason && this.isCurrent(row.disabled_reason_key);
    return {
      custom_rpc_urls: areUrlsKept ? row.custom_rpc_urls : this.sealed(rpcUrls, placeOfRpcUrls(id)),
      key_id: rpcUrls === undefined ? null : this.box.keyId,
      disabled_reason: isReasonKept ? row.disabled_reason : this.sealed(disabledReason, placeOfReason(id)),
      disabled_reason_key: disabledReason === undefined ? null : this.box.keyId,
    };
  }

  open({ id, custom_rpc_urls, disabled_reason }: RelayerRow): SealedTexts {
    return {
      rpcUrls: custom_rpc_urls === null ? undefined : this.unsealed(custom_rpc_urls, placeOfRpcUrls(id)),
      disabledReason: disabled_reason === null ? undefined : this.unsealed(disabled_reason, placeOfReason(id)),
    };
  }

  private sealed(text: string | undefined, place: string): string | null {
    return text === undefined ? null : this.box.seal(text, place);
  }

  private unsealed(sealed: string, place: string): string {
    const known = this.opened.get(sealed);
    if (known?.place === place) return known.text;
    const text = this.box.open(sealed, place);
    if (this.opened.size >= MOST_OPENED) this.opened.clear();
    this.opened.set(sealed, { place, text });
    return text;
  }

  private isCurrent(key: string | null): boolean {
    return key === null || key === this.box.keyId;
  }
}
