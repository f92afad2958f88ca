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

/** Seals and opens what is kept of relayers apart from their documents. */
export class RelayerSeals {
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
      rpcUrls: custom_rpc_urls === null ? undefined : this.box.open(custom_rpc_urls, placeOfRpcUrls(id)),
      disabledReason: disabled_reason === null ? undefined : this.box.open(disabled_reason, placeOfReason(id)),
    };
  }

  private sealed(text: string | undefined, place: string): string | null {
    return text === undefined ? null : this.box.seal(text, place);
  }

  private isCurrent(key: string | null): boolean {
    return key === null || key === this.box.keyId;
  }
}
