import { inspect } from 'node:util';
import fc from 'fast-check';
import { digestOf, newSelector, newTokenText, sameDigest, selectorOf } from './token-text';

describe('the text of a token', () => {
  it('has a prefix, its selector, 256 bits of secret and a checksum', () => {
    const selector = newSelector();
    const text = newTokenText(selector).text.reveal();
    expect(text).toMatch(/^rms_[A-Za-z0-9]{16}_[A-Za-z0-9_-]{43}_[0-9a-f]{8}$/);
    expect(selectorOf(text)).toBe(selector);
  });

  it('is another one each time, and kept as its SHA-256 only', () => {
    const made = Array.from({ length: 200 }, () => newTokenText('a'.repeat(16)));
    expect(new Set(made.map(({ text }) => text.reveal())).size).toBe(200);
    const [{ text, digest }] = made as [(typeof made)[number]];
    expect(digest).toBe(digestOf(text.reveal()));
    expect(digest).toMatch(/^[0-9a-f]{64}$/);
    expect(inspect(made)).not.toContain(text.reveal());
  });

  it('is not recognised with any character changed', () => {
    const text = newTokenText(newSelector()).text.reveal();
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.string({ minLength: 1, maxLength: 1 }), (index, other) => {
        const changed = text.slice(0, index) + other + text.slice(index + 1);
        expect(selectorOf(changed)).toBe(changed === text ? selectorOf(text) : undefined);
      }),
    );
  });
});

describe('sameDigest', () => {
  it('tells equal digests from different ones, whatever their lengths', () => {
    expect(sameDigest(digestOf('one'), digestOf('one'))).toBe(true);
    expect(sameDigest(digestOf('one'), digestOf('other'))).toBe(false);
    expect(sameDigest(digestOf('one'), digestOf('one').slice(1))).toBe(false);
  });
});
