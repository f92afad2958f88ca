import { Injectable } from '@nestjs/common';
import type { Example } from '../../http/openapi/api.decorator';
import { ProvidesSchemas, type SchemaProvider } from '../../http/openapi/schema-provider';
import { type ApiSchemas, objectSchema } from '../../http/openapi/api-schemas';
import { Notification } from '../domain/notification';
import { NotificationChanges, NotificationDraft } from '../domain/notification.fields';

/** That of none of the sample records. */
const NEW_ID = 'my-webhook';
const URL = 'https://hooks.example.com/relayers';

const example = (summary: string, value: unknown): Example => ({ summary, value });

/** The schemas of notifications. */
@Injectable()
@ProvidesSchemas()
export class NotificationModels implements SchemaProvider {
  defineSchemas(schemas: ApiSchemas): void {
    const { document } = Notification.create({ id: NEW_ID, url: URL, signing_key: 'any' });
    schemas.define('Notification', answered(schemas), { webhook: example('With a signing key', document) });
    const given = schemas.fields(NotificationDraft, 'given');
    schemas.define('CreateNotificationRequest', objectSchema(given, ['url'], 'A notification that is to be made.'), {
      signed: example('With a signing key', {
        id: NEW_ID,
        type: 'webhook',
        url: URL,
        signing_key: 'a-secret-of-at-least-32-characters',
      }),
      plain: example('Only what is required', { url: URL }),
      subscribed: example('With events beside those of relayers', { url: URL, events: ['signer_update'] }),
    });
    const changes = schemas.fields(NotificationChanges, 'patch');
    schemas.define('UpdateNotificationRequest', objectSchema(changes, [], 'A change of a notification.'), {
      url: example('Send deliveries elsewhere', { url: 'https://hooks.example.com/other' }),
      key: example('Set the signing key', { signing_key: 'another-secret-of-at-least-32-characters' }),
      no_key: example('Remove the signing key', { signing_key: '' }),
      events: example('End all subscriptions', { events: null }),
    });
  }
}

function answered(schemas: ApiSchemas) {
  const { id, type, url, events } = schemas.fields(NotificationDraft, 'answered');
  return objectSchema(
    {
      id: { ...id, description: 'Its identifier.' },
      type: { ...type },
      url: { ...url, description: 'Where deliveries are sent; masked for who may not both read and write it.' },
      has_signing_key: {
        type: 'boolean',
        description: 'Whether a key signs the deliveries. No answer has the key.',
        examples: [true],
      },
      events: { ...events, description: 'Its subscriptions beside the events of its relayers; there if it has any.' },
      delivery_state: {
        type: 'string',
        enum: ['failing', 'disabled'],
        description:
          'What is wrong with deliveries, while something is: they fail for days, or were refused for good. A token that is restricted to relayers does not see it.',
        examples: ['failing'],
      },
    },
    ['id', 'type', 'url', 'has_signing_key'],
    'A webhook that the events of relayers are delivered to.',
  );
}
