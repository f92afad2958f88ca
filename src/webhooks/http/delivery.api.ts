import { Api, type Operation } from '../../http/openapi/api.decorator';
import { idParameter } from '../../http/openapi/parameters';
import { DELIVERY_STATES } from '../domain/delivery';
import { absence, ApiGet, ApiList, idOf, type Resource } from '../../http/openapi/resource.decorators';

const ID = '6f1c0d9e-3b0a-4f43-9d53-0a4f5a9b7c11';
const TAG = 'Deliveries';

const DELIVERY: Resource = { name: 'Delivery', id: ID, isIdGiven: true, absent: `Delivery with ID ${ID} not found` };
const NOTIFICATION: Resource = { name: 'Notification', id: 'ops-webhook', absent: 'Notification not found' };
const CONTENT = { model: 'DeliveryWithBodyAnswer' };

/** A filter of the list. */
const STATE = {
  name: 'state',
  in: 'query',
  description: 'Only deliveries in this state.',
  schema: { type: 'string', enum: [...DELIVERY_STATES] },
};

const ofNotification = idParameter('notification_id', 'notification', NOTIFICATION.id);

export const ApiListDeliveries = () =>
  ApiList({ name: 'Delivery' }, [STATE], {
    id: 'listDeliveries',
    tag: TAG,
    summary: 'List the deliveries for a notification',
    parameters: [ofNotification],
    answers: { 404: absence(NOTIFICATION) },
  });

export const ApiGetDelivery = () =>
  ApiGet(DELIVERY, {
    tag: TAG,
    answers: {
      200: { description: 'The delivery.', headers: ['ETag'], content: CONTENT },
      304: { description: 'It is as If-None-Match says, and not sent again.', headers: ['ETag'] },
      404: absence(DELIVERY),
    },
  });

const answered = (description: string, resource: Resource): Operation['answers'] => ({
  200: { description, headers: ['ETag'], content: CONTENT },
  404: absence(resource),
});

export const ApiRedeliver = () =>
  Api({
    id: 'replayDelivery',
    tag: TAG,
    summary: 'Redeliver an event',
    description:
      'Delivers it once more, whatever came of it before, to where the notification points now; its identifier stays the same.',
    parameters: [idOf(DELIVERY)],
    answers: answered('It waits for another attempt.', DELIVERY),
  });

export const ApiSendTestEvent = () =>
  Api({
    id: 'testNotification',
    tag: TAG,
    summary: 'Send a test event to a notification',
    description:
      'Sends one event at once and answers what came of it, also where it failed. A success ends that a notification is disabled or failing.',
    parameters: [ofNotification],
    answers: answered('What came of it.', NOTIFICATION),
  });
