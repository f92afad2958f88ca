import type { CommittedEntry } from './audit-chain';
import { AuditKey } from './audit-key';

const entry: CommittedEntry = {
  at: 1_700_000_000_000,
  actor: 'api-key',
  actorName: 'API_KEY',
  action: 'relayer.created',
  resource: 'relayer',
  id: 'relayer',
  version: 1,
  requestId: null,
  document: '{}',
};
const cut = { sequence: 1, hash: 'a'.repeat(64), at: entry.at };
const codesOf = (key: AuditKey): readonly string[] => [key.codeOf(entry), key.codeOfLink(cut.hash), key.codeOfCut(cut)];

describe(AuditKey.name, () => {
  it('is the same one when it is read again', () => {
    const key = AuditKey.make(entry);
    const read = AuditKey.read(key.text);
    expect(codesOf(read)).toEqual(codesOf(key));
    expect([read.isFirst(entry), read.isFirst({ ...entry, id: 'other' })]).toEqual([true, false]);
  });

  it('is another one each time, whose codes are its own', () => {
    const [one, other] = [AuditKey.make(entry), AuditKey.make(entry)];
    expect(codesOf(one).filter((code) => codesOf(other).includes(code))).toEqual([]);
    expect(new Set(codesOf(one)).size).toBe(3);
  });

  it('knows no first entry where others were before it', () => {
    const key = AuditKey.make(undefined);
    expect([key.isFirst(entry), AuditKey.read(key.text).isFirst(entry)]).toEqual([false, false]);
  });

  it.each<Partial<CommittedEntry>>([
    { at: entry.at + 1 },
    { actor: 'other' },
    { actorName: 'other' },
    { action: 'relayer.deleted' },
    { resource: 'signer' },
    { id: 'other' },
    { version: 2 },
    { requestId: 'request' },
    { document: '{"paths":[]}' },
  ])('has another code for an entry with %j', (change) => {
    const key = AuditKey.make(undefined);
    expect(key.codeOf({ ...entry, ...change })).not.toBe(key.codeOf(entry));
  });
});
