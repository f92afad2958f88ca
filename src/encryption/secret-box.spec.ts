import fc from 'fast-check';
import { SealError, SecretBox } from './secret-box';

const KEY = { id: 'a', key: Buffer.alloc(32, 1) };
const OTHER = { id: 'b', key: Buffer.alloc(32, 2) };
const PLACE = 'signers/one/key';

describe(SecretBox.name, () => {
  const box = new SecretBox([KEY]);

  it('opens what it sealed, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (text, place) => {
        fc.pre(text.isWellFormed());
        expect(box.open(box.seal(text, place), place)).toBe(text);
      }),
    );
  });

  it('seals the same text differently each time, under the name of the key', () => {
    const sealed = Array.from({ length: 100 }, () => box.seal('secret', PLACE));
    expect(
      new Set(sealed.map((value) => Buffer.from(value.slice(4), 'base64url').subarray(0, 12).toString('hex'))).size,
    ).toBe(100);
    for (const value of sealed) expect(value).toMatch(/^1\.a\.[\w-]+$/);
  });

  it('opens nothing in another place than the one it was sealed for', () => {
    const sealed = box.seal('secret', PLACE);
    for (const place of ['signers/two/key', 'signers/one/other', '', `${PLACE} `]) {
      expect(() => box.open(sealed, place)).toThrow(SealError);
    }
  });

  it('opens nothing that was altered in a single bit', () => {
    const sealed = box.seal('secret', PLACE);
    const bytes = Buffer.from(sealed.slice(4), 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const altered = Buffer.from(bytes);
      altered[bit >> 3]! ^= 1 << (bit & 7);
      expect(() => box.open(`1.a.${altered.toString('base64url')}`, PLACE)).toThrow(SealError);
    }
  });

  it.each(['', 'secret', '1.a', '1.a.', '1.a.AAAA', '2.a.AAAA', '1.b.AAAA'])('does not open %j', (value) => {
    expect(() => box.open(value, PLACE)).toThrow(SealError);
  });

  it('does not open what is sealed in another format', () => {
    const sealed = box.seal('secret', PLACE);
    expect(() => box.open(`2${sealed.slice(1)}`, PLACE)).toThrow(SealError);
  });

  it('says neither the text nor the key when it does not open', () => {
    const moved = box.seal('a secret text', PLACE);
    const said: unknown[] = [];
    for (const [value, place] of [
      [moved, 'elsewhere'],
      ['1.b.AAAA', PLACE],
    ] as const) {
      try {
        box.open(value, place);
      } catch (error) {
        said.push((error as Error).message);
      }
    }
    expect(said).toEqual([
      'What key a sealed at elsewhere was altered, sealed for another place or by another key',
      `No key named b to open ${PLACE}`,
    ]);
  });

  it('knows its keys by name', () => {
    const rotated = new SecretBox([OTHER, KEY]);
    expect(['a', 'b', 'c'].map((id) => [id, rotated.has(id), box.has(id)])).toEqual([
      ['a', true, true],
      ['b', true, false],
      ['c', false, false],
    ]);
    expect([rotated.keyId, box.keyId]).toEqual(['b', 'a']);
  });

  it('seals with the first key, and opens with any that it knows', () => {
    const rotated = new SecretBox([OTHER, KEY]);
    expect(rotated.open(box.seal('old', PLACE), PLACE)).toBe('old');
    const sealed = rotated.seal('new', PLACE);
    expect(sealed).toMatch(/^1\.b\./);
    expect(() => box.open(sealed, PLACE)).toThrow('No key named b');
  });

  it('opens nothing with another key of the same name', () => {
    const impostor = new SecretBox([{ id: 'a', key: OTHER.key }]);
    expect(() => impostor.open(box.seal('secret', PLACE), PLACE)).toThrow(SealError);
  });

  it('needs a key', () => {
    expect(() => new SecretBox([])).toThrow('needs a key');
  });
});
