import { Command, InvalidArgumentError } from 'commander';
import { AuditService, type Verification } from '../events/audit.service';
import type { Head } from '../events/domain/entry';
import { withServices } from './application-context';
import { showProgress } from './progress';

interface Options {
  readonly head?: Head;
  readonly json?: true;
}

/** `relayctl audit …`: the audit trail. */
export const auditCommand = (): Command =>
  new Command('audit').description('check the audit trail').addCommand(verifyCommand());

const verifyCommand = (): Command =>
  new Command('verify')
    .description('find the first entry that was removed or altered; exit code 1 where there is one')
    .option('--head <sequence:hash>', 'a head that was printed before and kept elsewhere', readHead)
    .option('--json', 'print the result as JSON')
    .action(async ({ head, json }: Options) => {
      const progress = showProgress('entries');
      const verification = await withServices((services) => services.get(AuditService).verify(head, progress.show));
      progress.end();
      console.log(json ? JSON.stringify(verification) : sentence(verification));
      if (verification.broken) process.exitCode = 1;
    });

const sentence = ({ head, broken }: Verification): string =>
  broken
    ? `The audit trail is broken: entry ${String(broken.sequence)} ${broken.reason}.`
    : `The audit trail is intact: ${String(head.sequence)} entries, head ${String(head.sequence)}:${head.hash}`;

function readHead(text: string): Head {
  const [, sequence, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (sequence === undefined || hash === undefined) {
    throw new InvalidArgumentError('It is printed by this command as SEQUENCE:HASH.');
  }
  return { sequence: Number(sequence), hash };
}
