import { FlagParameter, PageQuery, TextParameter } from '../../http/page.query';
import type { RelayerFilter } from '../domain/relayer.repository';

/** All filters that are given hold together. */
export class ListRelayersQuery extends PageQuery {
  @TextParameter()
  readonly network_type?: string;

  @TextParameter()
  readonly network?: string;

  @FlagParameter()
  readonly paused?: boolean;

  @FlagParameter()
  readonly system_disabled?: boolean;

  @TextParameter()
  readonly signer_id?: string;

  @TextParameter()
  readonly notification_id?: string;

  @TextParameter()
  readonly search?: string;

  get filter(): RelayerFilter {
    const { network_type, network, paused, system_disabled, signer_id, notification_id, search } = this;
    return { network_type, network, paused, system_disabled, signer_id, notification_id, search };
  }
}
