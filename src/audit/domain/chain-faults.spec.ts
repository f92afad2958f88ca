import { chained, type Cut, type Head, type PendingEntry, type SealedEntry, START } from './audit-chain';
import { AuditKey } from './audit-key';
import { faultOf, faultOfCut } from './chain-faults';

const FORGED = 'was not written there by this service';
const NO_KEY = 'cannot be verified, as the key of the log is missing';

const pending = (actor: string): PendingEntry => ({
  at: 1_700_000_000_000,
  actor,
  actorName: actor,
  action: 'relayer.updated',
  resource: 'relayer',
  id: 'relayer',
  version: 1,
  requestId: null,
  document: '{}',
  code: '',
});

const ENTRIES = [pending('alice'), pending('bob'), pending('carol')];
const key = AuditKey.make(ENTRIES[0]);
const sealedAfter = (head: Head, ...entries: readonly PendingEntry[]): SealedEntry[] =>
  chained(entries, head, (_, hash) => key.codeOfLink(hash));
const [first, second, third] = sealedAfter(START, ...ENTRIES) as [SealedEntry, SealedEntry, SealedEntry];

describe(faultOf.name, () => {
  it('finds nothing wrong with entries that follow each other', () => {
    expect([faultOf(first, START, key), faultOf(second, first, key), faultOf(third, second, key)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it.each([
    ['later', third, first],
    ['the same one again', first, first],
    ['earlier', first, second],
  ])('misses what stands between where the entry is %s', (_, entry, before) => {
    expect(faultOf(entry, before, key)).toBe('is missing');
  });

  it('finds an entry that was altered, and one after an altered one, whatever their codes', () => {
    const altered = 'was altered, or does not follow the entry before it';
    expect(faultOf({ ...second, actor: 'mallory' }, first, key)).toBe(altered);
    expect(faultOf(second, { ...first, hash: third.hash }, key)).toBe(altered);
  });

  it('finds an entry that was put there without the key', () => {
    const [forged] = chained([pending('mallory')], first, (_, hash) => AuditKey.make(undefined).codeOfLink(hash));
    expect(faultOf(forged!, first, key)).toBe(FORGED);
    expect(faultOf({ ...second, code: third.code }, first, key)).toBe(FORGED);
  });

  it('finds another first entry, though it has a good code', () => {
    const [other] = sealedAfter(START, pending('bob'));
    expect(faultOf(other!, START, key)).toBe('is not the first that was written');
  });

  it('says of what it cannot judge that the key is missing, and finds what it can without one', () => {
    expect(faultOf(second, first, undefined)).toBe(NO_KEY);
    expect(faultOf(third, first, undefined)).toBe('is missing');
  });
});

describe(faultOfCut.name, () => {
  const place = { sequence: second.sequence, hash: second.hash, at: second.at };
  const cut: Cut = { ...place, code: key.codeOfCut(place) };
  const NOT_CUT = 'and those before it were not cut off by this service';

  it('finds nothing wrong with the place where the service cut', () => {
    expect(faultOfCut(cut, key)).toBeUndefined();
  });

  it.each<[string, Partial<Cut>]>([
    ['number', { sequence: 3 }],
    ['hash', { hash: third.hash }],
    ['time', { at: cut.at + 1 }],
    ['code', { code: key.codeOfLink(cut.hash) }],
  ])('finds another %s', (_, other) => {
    expect(faultOfCut({ ...cut, ...other }, key)).toBe(NOT_CUT);
  });

  it('finds a cut by another key, and says that the key is missing', () => {
    expect(faultOfCut(cut, AuditKey.make(undefined))).toBe(NOT_CUT);
    expect(faultOfCut(cut, undefined)).toBe(NO_KEY);
  });
});
