import { createReadStream } from 'node:fs';
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
/** In characters: a log has no such line. */
const MAX_LINE = 16 * 1024 * 1024;

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
    for await (const line of linesOf(given)) heads.push(...headsIn(line));
  } catch (cause) {
    throw new UsageError(`--head: neither a hash, nor SEQUENCE:HASH, nor a file that can be read: ${given}`, HINT, {
      cause,
    });
  }
  if (heads.length === 0) throw new UsageError(`--head: no head of an audit log is in ${given}`, HINT);
  return heads;
}

/** The lines of a file, as they come; a device never ends its line. */
async function* linesOf(path: string): AsyncGenerator<string> {
  let rest: string[] = [];
  let length = 0;
  for await (const chunk of createReadStream(path, 'utf8') as AsyncIterable<string>) {
    const [end = '', ...lines] = chunk.split('\n');
    rest.push(end);
    length += end.length;
    if (length > MAX_LINE) throw new Error('A line of the file does not end');
    if (lines.length === 0) continue;
    yield rest.join('');
    yield* lines.slice(0, -1);
    rest = lines.slice(-1);
    length = rest.join('').length;
  }
  yield rest.join('');
}
