import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../support/built-service';
import { describeWhere } from '../support/describe-where';

const promtool = (...parameters: readonly string[]) =>
  spawnSync('promtool', parameters, { cwd: join(root, 'deploy/prometheus'), encoding: 'utf8' });

/** Which metrics the alerts are of is tested beside the guide that explains them. */
describeWhere(promtool('--version').status === 0, 'deploy/prometheus', 'there is no promtool', () => {
  it.each([
    ['check', 'rules', 'rules.yaml'],
    ['test', 'rules', 'rules.test.yaml'],
  ])('passes promtool %s %s %s', (...parameters) => {
    const { status, stdout, stderr } = promtool(...parameters);
    expect([status, status === 0 ? '' : stdout + stderr]).toEqual([0, '']);
  });
});
