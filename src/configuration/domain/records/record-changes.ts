import { changedPaths } from '../../../kernel/changed-paths';
import { maskUrl } from '../../../kernel/http-url';
import type { RpcConfig } from '../../../relayers/domain/rpc-config';
import { valueAt } from '../configuration-document';
import type { FieldChange } from '../plan';

/** @param masks what is shown in place of values, by their paths */
export function changesBetween(
  before: object,
  after: object,
  secrets: ReadonlySet<string>,
  masks: Readonly<Record<string, (value: unknown) => unknown>>,
): FieldChange[] {
  return changedPaths(before, after).map((path) => {
    if (secrets.has(path)) return { path, secret: true };
    const { [path]: mask = (value: unknown) => value } = masks;
    const [old, now] = [valueAt(before, path), valueAt(after, path)];
    return { path, ...(isSet(old) && { before: mask(old) }), ...(isSet(now) && { after: mask(now) }) };
  });
}

/** For those who may not learn which secrets would change: that would let them try out values. */
export function withoutSecrets(changes: readonly FieldChange[], secrets: ReadonlySet<string>): FieldChange[] {
  const open = changes.filter(({ secret }) => secret === undefined);
  if (open.length === 0) return [];
  return [...open, ...[...secrets].map((path) => ({ path, secret: 'not compared' as const }))];
}

export const maskedUrls = (configs: unknown): unknown =>
  (configs as readonly RpcConfig[]).map(({ url, weight }) => ({ url: maskUrl(url), weight }));

const isSet = (value: unknown): boolean => value !== undefined && value !== null;
