import { InstantParameter, PageQuery, TextParameter } from '../../http/page.query';

/** The query of the audit log. */
export class ListAuditEventsQuery extends PageQuery {
  @TextParameter()
  readonly resource?: string;

  @TextParameter()
  readonly id?: string;

  @TextParameter()
  readonly actor?: string;

  @InstantParameter()
  readonly from?: string;

  @InstantParameter()
  readonly to?: string;
}
