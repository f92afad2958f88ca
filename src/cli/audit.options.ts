import type { VerifyOptions } from './audit.command';
import { exitCodes, OF_DATABASE } from './exit-codes';
import { RelayctlCommand } from './relayctl-command';

/** `relayctl audit …`: the audit log. */
export const auditCommand = (): RelayctlCommand =>
  new RelayctlCommand('audit').description('verify the audit log').addCommand(verifyCommand());

const verifyCommand = (): RelayctlCommand =>
  new RelayctlCommand('verify')
    .description('find the first entry that was removed, altered or forged; exit code 1 where there is one')
    .option('--head <hash>', 'a head that was printed before, or a file with heads, as the log of the service is')
    .option('--json', 'print the result as JSON')
    .examples(
      ['relayctl audit verify', 'the whole chain'],
      ['relayctl audit verify --head service.log', 'and that it still has the heads that were logged'],
    )
    .endsWith(exitCodes(OF_DATABASE, { 0: 'it is intact', 1: 'it is broken' }))
    .action(async (options: VerifyOptions) => (await import('./audit.command.js')).verifyAuditLog(options));
