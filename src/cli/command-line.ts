import { Command } from 'commander';
import { applyCommand } from './apply.command';
import { auditCommand } from './audit.command';
import { diffCommand, importCommand } from './configuration.commands';
import { deliveriesCommand, notificationsCommand } from './deliveries.command';
import { exportCommand } from './export.command';
import { keysCommand } from './keys.command';
import { migrateCommand } from './migrate.command';
import { openapiCommand } from './openapi.command';
import { reportFailure } from './report-failure';
import { serveCommand } from './serve.command';
import { tokenCommand } from './token.command';
import { validateCommand } from './validate.command';

/** Runs the command that the arguments name; sets the exit code, which is 0 only where all of it worked. */
export async function runCommandLine(argv: readonly string[]): Promise<void> {
  const program = new Command('relayctl')
    .description('Manages the configuration of transaction relayers.')
    .addCommand(serveCommand(), { isDefault: true })
    .addCommand(migrateCommand())
    .addCommand(openapiCommand())
    .addCommand(tokenCommand())
    .addCommand(auditCommand())
    .addCommand(keysCommand())
    .addCommand(notificationsCommand())
    .addCommand(deliveriesCommand())
    .addCommand(validateCommand())
    .addCommand(importCommand())
    .addCommand(exportCommand())
    .addCommand(diffCommand())
    .addCommand(applyCommand());
  throwInsteadOfExit(program);
  try {
    await program.parseAsync(argv);
  } catch (error) {
    process.exitCode = reportFailure(error);
  }
}

/** Commander would end the process itself where the arguments are wrong, with an exit code of its own. */
function throwInsteadOfExit(command: Command): void {
  command.exitOverride();
  command.commands.forEach(throwInsteadOfExit);
}
