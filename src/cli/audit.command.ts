import { createReadStream, statSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { AuditService, type Verification } from '../audit/audit.service';
import { headsIn, type NotedHead, readHead } from '../audit/domain/noted-heads';
import { printable, printableJson } from '../kernel/printable';
import { withServices } from './application-context';
import { REFUSED } from './exit-codes';
import { showProgress } from './progress';
import { UsageError } from './usage-error';

export interface VerifyOptions {
  readonly head?: string;
  readonly json?: true;
}

const HINT = 'See relayctl audit verify --help';

/** Says where the audit log is broken, if it is. */
export async function verifyAuditLog({ head, json }: VerifyOptions): Promise<void> {
  const noted = head === undefined ? [] : await headsOf(head);
  const progress = showProgress('entries');
  const verification = await withServices((services) => services.get(AuditService).verify(noted, progress.show));
  progress.end();
  console.log(json ? printableJson(verification) : printable(sentence(verification)));
  if (verification.broken) process.exitCode = REFUSED;
}

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
    if (statSync(given).isCharacterDevice()) throw new Error('A device has no end');
    for await (const line of createInterface(createReadStream(given))) heads.push(...headsIn(line));
  } catch (cause) {
    throw new UsageError(`--head: neither a hash, nor SEQUENCE:HASH, nor a file that can be read: ${given}`, HINT, {
      cause,
    });
  }
  if (heads.length === 0) throw new UsageError(`--head: no head of an audit log is in ${given}`, HINT);
  return heads;
}
