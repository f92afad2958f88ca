import { Lines, lineWriter, logTo } from './log';

const FIELDS = { requestId: 'one', status: 200 };

function linesAt(level: string) {
  const lines: string[] = [];
  const log = logTo({ write: (line: string) => lines.push(line) }, level);
  return { lines, log, write: lineWriter(log, 'request') };
}

it('writes a line from finished JSON that is the line the log writes from an object', () => {
  const { lines, log, write } = linesAt('info');
  log.info(FIELDS, 'request');
  write?.(JSON.stringify(FIELDS).slice(1, -1));
  const [first, second] = lines.map((line) => line.replace(/"time":\d+/, '"time":0'));
  expect(second).toBe(first);
  expect(JSON.parse(lines[1]!)).toMatchObject({ level: 30, ...FIELDS, msg: 'request' });
});

it.each(['warn', 'silent'])('writes no such line at level %s', (level) => {
  expect(linesAt(level).write).toBeUndefined();
});

it('tells of errors only what is meant for it', () => {
  const { lines, log } = linesAt('info');
  log.error({ err: Object.assign(new Error('broken'), { parameters: ['hunter2'] }) }, 'failed');
  expect(JSON.parse(lines[0]!)).toMatchObject({ err: { type: 'Error', message: 'broken' }, msg: 'failed' });
  expect(lines[0]).not.toContain('hunter2');
});

describe(Lines.name, () => {
  it('hands on as many lines together as fit, in their order, and one that is too long alone', () => {
    const handed: string[] = [];
    const lines = new Lines({ write: (text) => handed.push(text) }, 10);
    for (const line of ['123\n', '12345\n', 'ü\n', 'longer than that\n', 'äöü\n', 'ß\n', '\n']) lines.write(line);
    expect(handed).toEqual(['123\n12345\n', 'ü\n', 'longer than that\n', 'äöü\nß\n']);
    lines.handOver();
    lines.handOver();
    expect(handed.slice(4)).toEqual(['\n']);
  });
});
