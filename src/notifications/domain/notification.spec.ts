import { Notification } from './notification';
import { SigningKey } from './signing-key';

const url = 'https://hooks.example.com/relayers';
const KEY = 'a-key-that-nobody-may-see';

describe(Notification.name, () => {
  it('has what it was created with, and a fresh id where none was given', () => {
    expect(Notification.create({ id: 'one', url, signing_key: KEY }).document).toEqual({
      id: 'one',
      type: 'webhook',
      url,
      has_signing_key: true,
    });
    const [first, second] = [Notification.create({ url }), Notification.create({ url })];
    expect(first.id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(second.id).not.toBe(first.id);
  });

  it('has no signing key where an empty one was given', () => {
    expect(Notification.create({ url, signing_key: '' }).document.has_signing_key).toBe(false);
  });

  it.each([
    ['keeps', {}, KEY],
    ['removes', { signing_key: '' }, undefined],
    ['sets', { signing_key: 'another' }, 'another'],
  ])('%s the signing key with %j', (_, changes, expected) => {
    const notification = Notification.create({ url, signing_key: KEY });
    expect(notification.changed(changes).signingKey?.reveal()).toBe(expected);
    expect(notification.signingKey?.reveal()).toBe(KEY);
  });

  it('keeps what a change does not name', () => {
    const notification = Notification.create({ id: 'one', url });
    expect(notification.changed({ url: `${url}/2` }).document).toEqual({ ...notification.document, url: `${url}/2` });
    expect(notification.changed({}).equals(notification)).toBe(true);
  });

  it.each([{ url: `${url}/2` }, { signing_key: 'another' }, { signing_key: '' }])(
    'differs after the change %j',
    (changes) => {
      const notification = Notification.create({ id: 'one', url, signing_key: KEY });
      expect(notification.changed(changes).equals(notification)).toBe(false);
      expect(notification.equals(notification.changed(changes))).toBe(false);
    },
  );

  it('subscribes to what it was created with, until a change ends that', () => {
    const notification = Notification.create({ id: 'one', url, events: ['signer_update'] });
    expect(notification.document.events).toEqual(['signer_update']);
    expect(notification.changed({ url: `${url}/2` }).events).toEqual(['signer_update']);
    expect(notification.changed({ events: [] }).document).toEqual(Notification.create({ id: 'one', url }).document);
    expect(notification.changed({ events: [] }).equals(notification)).toBe(false);
  });

  it.each([
    [{}, 'failing'],
    [{ events: ['signer_update'] }, 'failing'],
    [{ signing_key: KEY, url, type: 'webhook' }, 'failing'],
    [{ url: `${url}/2` }, undefined],
    [{ signing_key: '' }, undefined],
    [{ signing_key: 'another' }, undefined],
  ])('knows after the change %j what is wrong with deliveries only where they go the same way', (changes, state) => {
    const failing = Notification.create({ id: 'one', url, signing_key: KEY }).withDeliveryState('failing');
    expect(failing.document.delivery_state).toBe('failing');
    expect(failing.changed(changes).deliveryState).toBe(state);
    expect(Notification.create({ id: 'one', url, signing_key: KEY, ...changes }).succeeding(failing)).toMatchObject({
      deliveryState: state,
    });
  });

  it('equals one with the same key', () => {
    const given = { id: 'one', url, signing_key: KEY };
    expect(Notification.create(given).equals(Notification.create(given))).toBe(true);
  });

  it('does not show its key by accident', () => {
    const notification = Notification.create({ url, signing_key: KEY });
    expect(JSON.stringify(notification) + JSON.stringify(notification.document)).not.toContain(KEY);
  });
});

it.each([
  ['x'.repeat(31), true],
  ['x'.repeat(32), false],
  ['ü'.repeat(16), false],
  ['', false],
  [null, false],
  [7, false],
])('tells whether %j is too short a key', (text, expected) => {
  expect(SigningKey.isShort(text)).toBe(expected);
});
