import { readPlugin } from './plugin.records';

const quote = { id: 'quote', path: 'plugins/quote.ts' };
const located = { value: undefined, characters: 0, locate: (path: string) => ({ path }) };

/** What is said of a plugin of a file, and whether it can be used. */
function told(value: Readonly<Record<string, unknown>>) {
  const { value: plugin, issues } = readPlugin({ id: 'quote', value, issues: [], located });
  const said = issues.map(({ severity, path, message, hint }) =>
    [severity, path, message, hint].filter(Boolean).join(' '),
  );
  return { isUsed: plugin !== undefined, said };
}

it.each<Record<string, unknown>>([
  {},
  { timeout: 1 },
  { timeout: 2n ** 64n - 1n },
  { timeout: null, config: null },
  { config: {} },
  { id: 'my.plugin' },
  { id: 'g ö/x' },
  { id: 'x'.repeat(255) },
  { config: { '***': 'a text', url: 'https://hooks.example.com/***' } },
  { path: '../.ts', emit_logs: true, emit_traces: true, raw_response: true, allow_get_invocation: true },
])('takes %j', (given) => {
  expect(told({ ...quote, ...given })).toEqual({ isUsed: true, said: [] });
});

it.each<[Record<string, unknown>, string]>([
  [{ id: '' }, 'error id must be a text of 1 to 255 characters, none of them NUL'],
  [{ id: 'x'.repeat(256) }, 'error id must be a text of 1 to 255 characters, none of them NUL'],
  [{ id: 'a\0b' }, 'error id must be a text of 1 to 255 characters, none of them NUL'],
  [{ path: undefined }, 'error path is required'],
  [{ path: '' }, 'error path must be the path of a TypeScript file, which ends in .ts, of at most 4096 characters'],
  [
    { path: 'quote' },
    'error path must be the path of a TypeScript file, which ends in .ts, of at most 4096 characters',
  ],
  [{ path: 5 }, 'error path must be the path of a TypeScript file, which ends in .ts, of at most 4096 characters'],
  [{ path: 'a.js' }, 'error path must end in .ts: a plugin is a TypeScript file, not the .js that is made of it'],
  [{ path: 'a.mjs' }, 'error path must end in .ts: a plugin is a TypeScript file, not the .js that is made of it'],
  [{ timeout: 0 }, 'error timeout must be a whole number from 1 to 2^64-1'],
  [{ timeout: 2n ** 64n }, 'error timeout must be a whole number from 1 to 2^64-1'],
  [{ timeout: '30' }, 'error timeout must be a whole number from 1 to 2^64-1'],
  [{ emit_logs: 'yes' }, 'error emit_logs must be true or false'],
  [{ config: [] }, 'error config must be an object'],
  [{ config: { a: [Infinity] } }, 'error config must have no number that is too large, or too precise, to be stored'],
  [{ config: { '***': '***' } }, 'error config must be whole: it is masked by ***'],
])('refuses %j', (given, said) => {
  expect(told({ ...quote, ...given })).toEqual({ isUsed: false, said: [said] });
});

it('ignores what it does not know, with a warning and the name that may have been meant', () => {
  expect(told({ ...quote, timout: 5, _comment: 'mine' })).toEqual({
    isUsed: true,
    said: [
      'warning timout is not a known field, and is ignored did you mean timeout?',
      'warning _comment is not a known field, and is ignored',
    ],
  });
});
