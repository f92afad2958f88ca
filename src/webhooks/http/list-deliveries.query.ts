import { ChoiceParameter, PageQuery } from '../../http/page.query';
import { DELIVERY_STATES, type DeliveryState } from '../domain/delivery';

/** The query of the deliveries of a notification. */
export class ListDeliveriesQuery extends PageQuery {
  @ChoiceParameter(DELIVERY_STATES)
  readonly state?: DeliveryState;
}
