import { hashOf, type Cut, type Head, type SealedEntry } from './audit-chain';
import type { AuditKey } from './audit-key';

/** What is wrong with an entry that is found after another one; undefined where it belongs there. */
export function faultOf(entry: SealedEntry, before: Head, key: AuditKey | undefined): string | undefined {
  if (entry.sequence !== before.sequence + 1) return 'is missing';
  if (entry.hash !== hashOf(entry, before.hash)) return 'was altered, or does not follow the entry before it';
  if (!key) return NO_KEY;
  if (entry.code !== key.codeOfLink(entry.hash)) return 'was not written there by this service';
  if (before.sequence === 0 && !key.isFirst(entry)) return 'is not the first that was written';
  return undefined;
}

/** What is wrong with the place where the log was cut. */
export function faultOfCut(cut: Cut, key: AuditKey | undefined): string | undefined {
  if (!key) return NO_KEY;
  return cut.code === key.codeOfCut(cut) ? undefined : 'and those before it were not cut off by this service';
}

const NO_KEY = 'cannot be verified, as the key of the log is missing';
