import { hasCharacters } from './characters';

it.each([
  ['', 0, 0, true],
  ['', 1, 3, false],
  ['abc', 1, 3, true],
  ['abcd', 1, 3, false],
  ['🦊🦊🦊', 1, 3, true],
  ['🦊🦊🦊🦊', 1, 3, false],
  ['🦊🦊🦊🦊', 1, 4, true],
  ['🦊', 2, 3, false],
  ['🦊a', 2, 3, true],
  ['a'.repeat(7), 1, 3, false],
])('%p has %d to %d characters: %p', (text, least, most, expected) => {
  expect(hasCharacters(text, least, most)).toBe(expected);
});
