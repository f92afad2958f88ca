import { WEBHOOK_EVENTS } from '../../src/webhooks/domain/events';
import { signatureHeaders } from '../../src/webhooks/domain/signature';
import { SUBSCRIBABLE_EVENTS } from '../../src/notifications/domain/notification.fields';
import { SigningKey } from '../../src/notifications/domain/signing-key';
import { ApiDocument, committedText, type Json, type Place } from '../support/api-document';

const document = new ApiDocument(committedText);

const contentOf = ({ operation }: Place) => operation.requestBody!.content['application/json']!;

describe('The webhooks of openapi.json', () => {
  it('are the events that there are, each once', () => {
    const payloadTypes = WEBHOOK_EVENTS.map(({ payloadType }) => payloadType);
    expect(document.webhooks.map(({ path }) => path)).toEqual(payloadTypes);
    expect(document.webhooks.map(({ operation }) => operation.operationId)).toEqual(payloadTypes);
    expect(new Set(payloadTypes).size).toBe(payloadTypes.length);
    const names = WEBHOOK_EVENTS.map(({ event }) => event);
    expect(names).toEqual(expect.arrayContaining([...SUBSCRIBABLE_EVENTS]));
  });

  it.each(document.webhooks)('$path has an example that its schema accepts, and nothing else', (place) => {
    const { schema, examples } = contentOf(place);
    const [{ value } = { value: {} }] = Object.values(examples);
    const body = value as Json & { readonly payload: Json };
    expect(document.faults(schema, body)).toEqual([]);
    for (const wrong of [
      { ...body, event: 'another' },
      { ...body, more: 1 },
      { ...body, timestamp: 'soon' },
      { ...body, payload: { ...body.payload, payload_type: 'another' } },
      { ...body, payload: { ...body.payload, secret: 1 } },
      { ...body, payload: { payload_type: place.path } },
    ]) {
      expect(document.faults(schema, wrong)).not.toEqual([]);
    }
  });

  it('show URLs without what holds keys', () => {
    const shown = JSON.stringify(document.webhooks.map((place) => contentOf(place).examples));
    const urls = shown.match(/https?:[^"]+/g) ?? [];
    expect(urls.length).toBeGreaterThan(0);
    for (const url of urls) expect(url).toMatch(/^https:\/\/[a-z.]+\/(\*{3})?$/);
  });

  it.each(document.webhooks)('$path is described, with the headers that are sent', ({ operation }) => {
    expect(operation.summary).toMatch(/^[A-Z].*[^.]$/);
    expect(operation.description).toMatch(/\.$/);
    expect(operation.security).toEqual([]);
    expect(Object.keys(operation.responses)).toEqual(['410', '2XX']);
    const parameters = operation.parameters.map((each) => document.resolve(each));
    const message = { id: 'msg_1', body: '{}', keys: [new SigningKey('a key')] };
    const sent = Object.keys(signatureHeaders(message, new Date()));
    expect(parameters.map(({ name }) => String(name).toLowerCase())).toEqual(sent);
    const unsigned = Object.keys(signatureHeaders({ ...message, keys: [] }, new Date()));
    const required = parameters.filter((each) => each.required === true);
    expect(required.map(({ name }) => name)).toEqual(unsigned);
  });
});
