import fc from 'fast-check';
import { readBase64, readHex } from './encodings';

/** RFC 4648, section 10. */
it.each([
  ['Zg==', 'f'],
  ['Zm8=', 'fo'],
  ['Zm9v', 'foo'],
  ['Zm9vYg==', 'foob'],
  ['Zm9vYmE=', 'fooba'],
  ['Zm9vYmFy', 'foobar'],
])('reads the base64 text %s', (text, decoded) => {
  expect(Buffer.from(readBase64(text) ?? []).toString()).toBe(decoded);
});

it.each(['', 'Zg', 'Zg=', 'Zh==', 'Zm9v\n', 'Zm 9v', 'Zm9-', '====', '{}'])('reads no base64 in %p', (text) => {
  expect(readBase64(text)).toBeUndefined();
});

it.each(['', '0x', '0', '0x0', 'xy', '0x 0', '00 ', '0x0x00', '00\n'])('reads no hex in %p', (text) => {
  expect(readHex(text)).toBeUndefined();
});

it('reads any bytes in hex, with or without 0x, in any case', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1 }), (bytes) => {
      const text = Buffer.from(bytes).toString('hex');
      expect(readHex(text)).toEqual(bytes);
      expect(readHex(`0x${text.toUpperCase()}`)).toEqual(bytes);
    }),
  );
});
