import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Command } from 'commander';
import { AuditService, type Verification } from '../audit/audit.service';
import { headsIn, type NotedHead, readHead } from '../audit/domain/noted-heads';
import { printable, printableJson } from '../kernel/printable';
import { withServices } from './application-context';
import { showProgress } from './progress';
import { UsageError } from './usage-error';

interface Options {
  readonly head?: string;
  readonly json?: true;
}

/** `relayctl audit …`: the audit trail. */
export const auditCommand = (): Command => new Command().addCommand(verifyCommand());

const verifyCommand = (): Command =>
  new Command('verify')
    .description('find the first entry that was removed, altered or forged; exit code 1 where there is one')
    .option('--head <hash>', 'a head that was printed before, or a file with heads, as the log of the service is')
    .option('--json', 'print the result as JSON')
    .action(async ({ head, json }: Options) => {
      const noted = head === undefined ? [] : await headsOf(head);
      const progress = showProgress('entries');
      const verification = await withServices((services) => services.get(AuditService).verify(noted, progress.show));
      progress.end();
      console.log(json ? printableJson(verification) : printable(sentence(verification)));
      if (verification.broken) process.exitCode = 1;
    });

function sentence({ head, cut, broken }: Verification): string {
  if (broken) return `The audit trail is broken: entry ${String(broken.sequence)} ${broken.reason}.`;
  const files = cut ? ` (1 to ${String(cut.sequence)} in files)` : '';
  return `The audit trail is intact: ${String(head.sequence)} entries${files}, head ${String(head.sequence)}:${head.hash}`;
}

/** @param given a head, or the path of a file that has some */
async function headsOf(given: string): Promise<readonly NotedHead[]> {
  const head = readHead(given);
  if (head) return [head];
  const heads: NotedHead[] = [];
  try {
    for await (const line of createInterface(createReadStream(given))) heads.push(...headsIn(line));
  } catch (cause) {
    throw new UsageError(`--head: neither a hash, nor SEQUENCE:HASH, nor a file that can be read: ${given}`, { cause });
  }
  if (heads.length === 0) throw new UsageError(`--head: no head of an audit log is in ${given}`);
  return heads;
}
