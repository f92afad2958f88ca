import { spawnSync } from 'node:child_process';
import { relayctl } from '../../src/cli/command-line';
import { completionFor } from '../../src/cli/completion.command';
import { type Shell, SHELLS } from '../../src/cli/shells';
import { describeWhere } from '../support/describe-where';

const run = (shell: Shell, ...parameters: readonly string[]) => {
  const { stdout, stderr } = spawnSync(shell, parameters, { encoding: 'utf8', timeout: 30_000 });
  return { words: stdout.trim().split(/\s+/), stderr };
};

const isThere = (shell: Shell): boolean => spawnSync(shell, ['-c', 'true']).status === 0;

/** What a shell offers for a line; zsh completes nothing without a terminal, and is asked what it would offer. */
const offers: Readonly<Record<Shell, (script: string, line: string) => ReturnType<typeof run>>> = {
  bash: (script, line) =>
    run(
      'bash',
      '--norc',
      '-c',
      `${script}\nCOMP_WORDS=(${line.endsWith(' ') ? `${line}''` : line}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _relayctl; echo "\${COMPREPLY[@]}"`,
    ),
  zsh: (script, line) =>
    run(
      'zsh',
      '-f',
      '-c',
      `compdef() {}; _files() {}; _describe() { print -l -- "\${choices[@]%%:*}" }; ${script}\nwords=(${line.endsWith(' ') ? `${line}''` : line}); CURRENT=\${#words}; _relayctl`,
    ),
  fish: (script, line) =>
    run('fish', '--no-config', '-c', `${script}\ncomplete -C '${line}' | string replace -r '\\t.*' ''`),
};

for (const shell of SHELLS) {
  describeWhere(isThere(shell), `relayctl completion ${shell}`, `no ${shell} here`, () => {
    const script = completionFor(shell, relayctl());
    const offered = (line: string): readonly string[] => {
      const { words, stderr } = offers[shell](script, line);
      expect(stderr).toBe('');
      return words;
    };

    it.each([
      ['relayctl ', ['serve', 'token', 'diff', 'completion']],
      ['relayctl token ', ['create', 'list', 'revoke', 'rotate']],
      ['relayctl token create --', ['--name', '--permissions', '--relayers', '--expires', '--json', '--help']],
      ['relayctl import config.json --on-conflict ', ['fail', 'skip', 'replace']],
      ['relayctl export --format ', ['json', 'yaml', 'ndjson']],
      ['relayctl completion ', [...SHELLS]],
    ])('offers for "%s": %j', (line, words) => {
      expect(offered(line)).toEqual(expect.arrayContaining(words));
    });

    it('offers nothing of another command', () => {
      expect(offered('relayctl token create --')).not.toContain('--on-conflict');
      expect(offered('relayctl token ')).not.toContain('serve');
    });
  });
}
