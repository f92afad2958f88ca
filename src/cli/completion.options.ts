import { Argument } from 'commander';
import { RelayctlCommand } from './relayctl-command';
import { type Shell, SHELLS } from './shells';

/** `relayctl completion`: prints what makes a shell complete command lines. */
export const completionCommand = (): RelayctlCommand =>
  new RelayctlCommand('completion')
    .description('print a script that makes a shell complete what is typed')
    .addArgument(new Argument('<shell>', 'whose script it is').choices(SHELLS))
    .examples(
      ['source <(relayctl completion bash)', 'in ~/.bashrc'],
      ['source <(relayctl completion zsh)', 'in ~/.zshrc, after compinit'],
      ['relayctl completion fish > ~/.config/fish/completions/relayctl.fish', 'once'],
    )
    .action(async (shell: Shell, _options: unknown, command: RelayctlCommand) => {
      const { completionFor } = await import('./completion.command.js');
      process.stdout.write(completionFor(shell, command.parent as RelayctlCommand));
    });
