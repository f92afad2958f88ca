import { logTo } from './log';

it('has of errors only what is meant for a log', () => {
  const lines: string[] = [];
  const log = logTo({ write: (line: string) => lines.push(line) }, 'info');
  log.error({ err: Object.assign(new Error('broken'), { parameters: ['hunter2'] }) }, 'failed');
  expect(JSON.parse(lines[0]!)).toMatchObject({ err: { type: 'Error', message: 'broken' }, msg: 'failed' });
  expect(lines[0]).not.toContain('hunter2');
});
