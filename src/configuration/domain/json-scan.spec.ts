import { MAX_FINDINGS } from './finding';
import { MAX_RECORD, MAX_RECORDS, scanJson } from './json-scan';

const MEBIBYTE = 1024 * 1024;
const KIBIBYTE = 1024;
/** Of texts: they may be no longer than 256 KiB each. */
const PIECE = 200 * KIBIBYTE;

const listOf = (count: number, item: string): string => `[${Array<string>(count).fill(item).join(',')}]`;
const membersOf = (count: number): string =>
  `{${Array.from({ length: count }, (_, index) => `"m${String(index)}":1`).join(',')}}`;

/** A list of a length, of texts but for what it begins with; how many characters of it are beside its texts is told, too. */
function textsOf(length: number, first = '0'): { readonly text: string; readonly beside: number } {
  const pieces: string[] = [];
  let left = length - '[]'.length - first.length;
  let inTexts = 0;
  while (left > 0) {
    const size = Math.min(PIECE, left - ',""'.length);
    pieces.push(`,"${'x'.repeat(size)}"`);
    left -= size + ',""'.length;
    inTexts += size;
  }
  return { text: `[${first}${pieces.join('')}]`, beside: length - inTexts };
}

/** A list of a length without texts; numbers of one digit, and blanks. */
const besideTexts = (length: number, first = '0'): string => {
  const row = `${' '.repeat(1_000)},0`;
  const rows = Math.floor((length - '[]'.length - first.length) / row.length);
  const list = `[${first}${row.repeat(rows)}`;
  return `${list}${' '.repeat(length - list.length - ']'.length)}]`;
};

async function scan(text: string) {
  const { members, issues } = await scanJson(text);
  return {
    told: issues.map(({ path, message }) => `${path}: ${message}`),
    isSound: members?.map(({ span, items }) => (items ?? [span]).map((each) => each.isSound)),
  };
}

describe('scanJson', () => {
  it.each<[string, string, string | undefined, string?]>([
    ['9 MiB', textsOf(MAX_RECORD).text, undefined],
    ['a character more', textsOf(MAX_RECORD + 1).text, 'must not be longer than 9 MiB'],
    ['50,000 values', listOf(50_000, '0'), undefined],
    ['50,001 values', listOf(50_001, '0'), 'must not hold over 50000 values'],
    ['50,001 values that hold others', listOf(25_001, '[0]'), 'must not hold over 50000 values'],
    ['5 MiB of texts', textsOf(5 * MEBIBYTE).text, undefined],
    ['256 KiB with a number of 16 digits', besideTexts(256 * KIBIBYTE, '1234567890123456'), undefined],
    [
      'a character more with a number of 16 digits',
      besideTexts(256 * KIBIBYTE + 1, '1234567890123456'),
      'must not be longer than 256 KiB beside its texts where it has numbers of over 15 digits',
    ],
    ['much more with a number of 15 digits', besideTexts(512 * KIBIBYTE, '123456789012345'), undefined],
    ['1,000 members', membersOf(1_000), undefined],
    ['1,001 members', membersOf(1_001), 'must not have over 1000 members', '.m1000'],
  ])('of records reads one of %s, or tells why not', async (_, record, message, part = '') => {
    const { told, isSound } = await scan(`{"relayers": [1, ${record}, 2]}`);
    expect(told).toEqual(message === undefined ? [] : [`relayers[1]${part}: ${message}`]);
    expect(isSound).toEqual([[true, message === undefined, true]]);
  });

  it('looks for the end of the text once, however many faults there are', async () => {
    const looking = jest.spyOn(String.prototype, 'trimEnd');
    const { told } = await scan(`{"relayers": [${Array<string>(999).fill('{x}').join(',')}]}${'\n'.repeat(10_000)}`);
    const looked = looking.mock.calls.length;
    looking.mockRestore();
    expect([told.length, looked]).toEqual([999, 1]);
  });

  it('judges each record by what is in itself', async () => {
    const wide = besideTexts(256 * KIBIBYTE, '1234567890123456');
    const many = listOf(50_000, '0');
    expect((await scan(`{"relayers": [${wide}, ${many}, ${textsOf(5 * MEBIBYTE).text}]}`)).told).toEqual([]);
    expect((await scan(`{"relayers": [${many}, ${listOf(50_001, '0')}]}`)).told).toEqual([
      'relayers[1]: must not hold over 50000 values',
    ]);
  });

  it('judges a section that is no list as it does a record, and a list by its records', async () => {
    expect(await scan(`{"plugins": {"a": ${listOf(50_000, '0')}}}`)).toEqual({
      told: ['plugins: must not hold over 50000 values'],
      isSound: [[false]],
    });
    const half = listOf(30_000, '0');
    expect((await scan(`{"relayers": [${half}, ${half}]}`)).told).toEqual([]);
    expect((await scan(`{"relayers": ${listOf(50_001, '0')}}`)).told).toEqual([]);
  });

  it('reads no configuration of over 1,000 sections, and none on', async () => {
    expect((await scan(membersOf(1_000))).told).toEqual([]);
    const { told, isSound } = await scan(`${membersOf(1_001).slice(0, -1)}, "m0": nope}`);
    expect({ told, isSound }).toEqual({ told: [': must not have over 1000 members'], isSound: undefined });
  });

  it('reads no configuration of over a million records, and none on', async () => {
    const half = listOf(MAX_RECORDS / 2, '0');
    const { told, isSound } = await scan(`{"relayers": ${half}, "signers": ${half}}`);
    expect([told, isSound?.map((items) => items.length)]).toEqual([[], [MAX_RECORDS / 2, MAX_RECORDS / 2]]);
    expect(await scan(`{"relayers": ${half}, "signers": ${half}, "networks": [0, nope]}`)).toEqual({
      told: [`: must not have over ${String(MAX_RECORDS)} records`],
      isSound: undefined,
    });
  });

  it('reads no further where there is more to say than is listed', async () => {
    expect((await scan(`{"relayers": ${listOf(MAX_FINDINGS, '1e999')}}`)).isSound).toHaveLength(1);
    const { told, isSound } = await scan(`{"relayers": ${listOf(2 * MAX_FINDINGS, '1e999')}}`);
    expect([told.length, isSound]).toEqual([MAX_FINDINGS + 1, undefined]);
  });

  it('reads no text that has one of over 256 KiB', async () => {
    expect(await scan(`{"relayers": ["${'x'.repeat(300 * KIBIBYTE)}"], "signers": nope}`)).toEqual({
      told: [': must have no text, number or blank of over 256 KiB'],
      isSound: undefined,
    });
  });

  it.each([32, 33])('reads what is nested over %i levels no further than 32', async (levels) => {
    const lists = levels - 1;
    const { told } = await scan(`{"relayers": ${'['.repeat(lists)}${']'.repeat(lists)}}`);
    expect(told).toEqual(levels === 32 ? [] : ['relayers[0]: must not be nested over 32 levels']);
  });

  it.each([
    ['{"__proto__": 1}', 'relayers[0].__proto__: must not have this name'],
    ['{"constructor": 1}', 'relayers[0].constructor: must not have this name'],
    ['{"prototype": 1}', 'relayers[0].prototype: must not have this name'],
    ['{"a": 1, "a": 2}', 'relayers[0].a: is given twice'],
    ['{"a\\u0000": 1}', 'relayers[0].a\0: must not contain NUL or lone surrogates'],
    ['{"a": "\\ud800"}', 'relayers[0].a: must not contain NUL or lone surrogates'],
    ['{"a": ["\\u0000"]}', 'relayers[0].a[0]: must not contain NUL or lone surrogates'],
    ['{"a": 0.99999999999999999999}', 'relayers[0].a: is a number that cannot be kept exactly'],
  ])('has no value for %s', async (record, message) => {
    expect(await scan(`{"relayers": [${record}, 1]}`)).toEqual({ told: [message], isSound: [[false, true]] });
  });
});
