import { headsIn, NotedHeads, readHead } from './noted-heads';

const A = 'a'.repeat(64);
const B = 'b'.repeat(64);
const C = 'c'.repeat(64);
const at = (sequence: number, hash: string) => ({ sequence, hash });

describe(readHead.name, () => {
  it('reads a hash with its number, or alone', () => {
    expect(readHead(`12:${A}`)).toEqual(at(12, A));
    expect(readHead(`999999999999999:${A}`)).toEqual(at(999_999_999_999_999, A));
    expect(readHead(A)).toEqual({ hash: A });
    expect(readHead(A)).not.toHaveProperty('sequence');
  });

  it.each([
    '',
    '12',
    '12:',
    `:${A}`,
    `x:${A}`,
    `-1:${A}`,
    `1000000000000000:${A}`,
    `12:${A}a`,
    `12:${A.slice(1)}`,
    `12:${A.toUpperCase()}`,
    ` ${A}`,
    `${A} `,
  ])('reads no head in %j', (text) => {
    expect(readHead(text)).toBeUndefined();
  });
});

describe(headsIn.name, () => {
  it('reads a line that is a head, with spaces around it', () => {
    expect(headsIn(`  ${A}\r\n`)).toEqual([{ hash: A }]);
    expect(headsIn(` 7:${A} `)).toEqual([at(7, A)]);
  });

  it('finds every head with a number in a line of a log', () => {
    expect(headsIn(`{"msg":"7:${A}","before":"1234567:${B}"}`)).toEqual([at(7, A), at(1_234_567, B)]);
  });

  it('takes no part of something longer, and no hash without a number, for a head', () => {
    expect(
      headsIn(`{"sha256":"${A}"} x7:${A} 7:${A}0 1234567890123456:${A} 7:${A.slice(1)} 7:${A.toUpperCase()}`),
    ).toEqual([]);
  });
});

describe(NotedHeads.name, () => {
  it('agree with every entry where none was noted, and are met', () => {
    const heads = new NotedHeads([]);
    expect(heads.areMet).toBe(true);
    expect(heads.agree(at(1, A))).toBe(true);
    expect(heads.startAt(at(2, B))).toBe(true);
  });

  it('agree with the entry that was noted, once or several times, and with no other of its number', () => {
    const heads = () => new NotedHeads([at(2, B), at(2, B)]);
    expect(heads().agree(at(1, A))).toBe(true);
    expect(heads().agree(at(2, B))).toBe(true);
    expect(heads().agree(at(2, C))).toBe(false);
  });

  it('agree with none of two that were noted under one number', () => {
    const heads = () => new NotedHeads([at(2, B), at(2, C)]);
    expect([heads().agree(at(2, B)), heads().agree(at(2, C))]).toEqual([false, false]);
  });

  it('are met when each was found, by its number or by its hash', () => {
    const heads = new NotedHeads([at(2, B), { hash: C }]);
    expect(heads.areMet).toBe(false);
    heads.agree(at(2, B));
    expect(heads.areMet).toBe(false);
    heads.agree(at(3, C));
    expect(heads.areMet).toBe(true);
  });

  it('are not met while one with a number was not found, though each without was', () => {
    const heads = new NotedHeads([at(3, C), { hash: B }]);
    heads.agree(at(2, B));
    expect(heads.areMet).toBe(false);
  });

  it('ask for nothing of an empty log, whose head is number 0', () => {
    const heads = new NotedHeads([at(0, A)]);
    expect(heads.areMet).toBe(true);
    expect(heads.agree(at(0, B))).toBe(true);
  });

  it('leave out what was noted before a cut, and ask for what was noted of the cut and after it', () => {
    const heads = new NotedHeads([at(1, A), at(2, B), at(3, C)]);
    expect(heads.startAt(at(2, B))).toBe(true);
    expect(heads.areMet).toBe(false);
    expect(heads.agree(at(3, C))).toBe(true);
    expect(heads.areMet).toBe(true);
    expect(new NotedHeads([at(2, B)]).startAt(at(2, C))).toBe(false);
  });
});
