import { error, type Finding, findingAt, Findings, hasErrors, MAX_FINDINGS, sorted, warning } from './finding';

const at = (line: number, path = `relayers[${String(line)}]`): Finding =>
  findingAt({ path, line, column: 1 }, error('', 'is wrong'));
const warnedAt = (line: number, path?: string): Finding => ({ ...at(line, path), severity: 'warning' });
const many = (count: number, make: (line: number) => Finding): Finding[] =>
  Array.from({ length: count }, (_, index) => make(index + 1));
const MORE = { path: '', message: 'has more findings than these' };

describe('A finding', () => {
  it('has a hint where there is one, and the place of its location', () => {
    expect(error('a', 'is wrong')).toStrictEqual({ severity: 'error', path: 'a', message: 'is wrong' });
    expect(warning('a', 'is odd', 'mend it')).toStrictEqual({
      severity: 'warning',
      path: 'a',
      message: 'is odd',
      hint: 'mend it',
    });
    expect(findingAt({ path: 'b', line: 2 }, warning('a', 'is odd', 'mend it'))).toStrictEqual({
      severity: 'warning',
      path: 'b',
      line: 2,
      message: 'is odd',
      hint: 'mend it',
    });
    expect(findingAt({ path: 'b' }, error('a', 'is wrong'))).not.toHaveProperty('hint');
  });

  it('that is an error is found among warnings', () => {
    expect([hasErrors([]), hasErrors([warnedAt(1)]), hasErrors([warnedAt(1), at(2)])]).toEqual([false, false, true]);
  });

  it('stands in the order of the file, that which was given before those that it names', () => {
    const place = (file: string | undefined, line?: number, column?: number): Finding => ({
      severity: 'error',
      path: '',
      message: '',
      ...(file !== undefined && { file }),
      ...(line !== undefined && { line }),
      ...(column !== undefined && { column }),
    });
    const inOrder = [
      place(undefined),
      place(undefined, 1),
      place(undefined, 1, 2),
      place(undefined, 1, 3),
      place(undefined, 2, 1),
      place('a.json', 1, 5),
      place('a.json', 2, 1),
      place('b.json', 1, 1),
    ];
    expect(sorted([...inOrder].reverse())).toEqual(inOrder);
    const [first, second, third, ...others] = inOrder;
    expect(sorted([...others, second!, third!, first!])).toEqual(inOrder);
  });
});

describe('Findings', () => {
  let findings: Findings;
  beforeEach(() => (findings = new Findings()));

  it('are all listed while they are few, in the order of the file', () => {
    findings.add([at(3), warnedAt(2), at(1)]);
    expect(findings.all).toEqual([at(1), warnedAt(2), at(3)]);
    expect([findings.hasErrors, findings.isFull]).toEqual([true, false]);
  });

  it('have no errors where there are warnings alone', () => {
    findings.add([warnedAt(1)]);
    expect(findings.hasErrors).toBe(false);
  });

  it('end in one that says so where there are as many errors as are listed: nobody looks further then', () => {
    findings.add(many(MAX_FINDINGS - 1, at));
    expect(findings.isFull).toBe(false);
    expect(findings.all).toEqual(many(MAX_FINDINGS - 1, at));
    findings.add([at(MAX_FINDINGS)]);
    expect(findings.isFull).toBe(true);
    expect(findings.all).toEqual([...many(MAX_FINDINGS - 1, at), { severity: 'error', ...MORE }]);
  });

  it('are no more than the most, however many are added', () => {
    findings.add(many(3 * MAX_FINDINGS, at));
    findings.add(many(3 * MAX_FINDINGS, warnedAt));
    expect(findings.all).toEqual([...many(MAX_FINDINGS - 1, at), { severity: 'error', ...MORE }]);
  });

  it('end after 1,000 characters of what they quote', () => {
    const long = 'x'.repeat(1_001);
    const short = `${'x'.repeat(1_000)}…`;
    findings.add([
      { severity: 'error', path: long, message: long, hint: long },
      { severity: 'error', path: 'x'.repeat(1_000), message: 'y' },
    ]);
    expect(findings.all).toEqual([
      { severity: 'error', path: short, message: short, hint: short },
      { severity: 'error', path: 'x'.repeat(1_000), message: 'y' },
    ]);
  });

  it('leave warnings away before errors', () => {
    findings.add(many(MAX_FINDINGS - 1, warnedAt));
    findings.add([at(MAX_FINDINGS)]);
    expect(findings.all).toEqual([...many(MAX_FINDINGS - 1, warnedAt), at(MAX_FINDINGS)]);
    findings.add([at(MAX_FINDINGS + 1)]);
    expect(findings.all).toEqual([
      ...many(MAX_FINDINGS - 3, warnedAt),
      at(MAX_FINDINGS),
      at(MAX_FINDINGS + 1),
      { severity: 'error', ...MORE },
    ]);
    expect(findings.isFull).toBe(false);
  });

  it('say that there are more, where these are warnings, by a warning', () => {
    findings.add(many(MAX_FINDINGS, warnedAt));
    expect(findings.all).toEqual(many(MAX_FINDINGS, warnedAt));
    findings.add([warnedAt(MAX_FINDINGS + 1)]);
    expect(findings.all).toEqual([...many(MAX_FINDINGS - 1, warnedAt), { severity: 'warning', ...MORE }]);
  });

  it('are added elsewhere only where no error stands in their place, in the same file', () => {
    findings.add([at(1, 'a'), warnedAt(2, 'b')]);
    const others = [at(4, 'a'), at(4, 'b'), at(5, 'c'), { ...at(6, 'a'), file: 'other.json' }];
    findings.addElsewhere(others);
    expect(findings.all).toEqual([at(1, 'a'), warnedAt(2, 'b'), ...others.slice(1)]);
  });
});
