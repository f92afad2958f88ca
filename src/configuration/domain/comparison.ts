import { readHex } from '../../chains/encodings';
import { changedPaths } from '../../kernel/changed-paths';
import { stringifyExact } from '../../kernel/exact-json';
import { maskUrl } from '../../kernel/http-url';
import { isPlainObject } from '../../kernel/merge-patch';
import type { Network } from '../../networks/domain/network';
import type { Notification } from '../../notifications/domain/notification';
import type { Plugin } from '../../plugins/domain/plugin';
import type { Relayer } from '../../relayers/domain/relayer';
import type { RpcConfig } from '../../relayers/domain/rpc-config';
import { secretPaths } from '../../signers/domain/concealment';
import type { Signer } from '../../signers/domain/signer';
import { segmentsOf } from './configuration-document';
import type { FieldChange } from './plan';

const KEY = 'signing_key';
const CONFIG = 'config';

/** What differs between two signers of one id. */
export function compareSigners(before: Signer, after: Signer, comparesSecrets: boolean): FieldChange[] {
  const secrets = new Set(
    [before, after].flatMap(({ kind }) => secretPaths(kind.config).map((path) => `config.${path}`)),
  );
  const plain = ({ kind, config }: Signer): object => ({
    type: kind.type,
    config: withDigits(config, kind.inFiles?.keystore),
  });
  const changes = compare(plain(before), plain(after), (path) => secrets.has(path));
  return comparesSecrets ? changes : withoutSecrets(changes, [...secrets]);
}

/** A key in hex is the same key with 0x and without, in capitals and not: a keystore keeps neither. */
function withDigits(config: object, field: string | undefined): object {
  const key = field === undefined ? undefined : valueAt(config, field);
  const bytes = typeof key === 'string' ? readHex(key) : undefined;
  return field === undefined || !bytes ? config : { ...config, [field]: Buffer.from(bytes).toString('hex') };
}

/** What differs between two notifications of one id. */
export function compareNotifications(
  before: Notification,
  after: Notification,
  comparesSecrets: boolean,
): FieldChange[] {
  const plain = ({ document: { type, url, events }, signingKey }: Notification): object => ({
    type,
    url,
    signing_key: signingKey?.reveal(),
    events: events ?? null,
  });
  const changes = compare(plain(before), plain(after), (path) => path === KEY).map((change) =>
    change.path === 'url' ? masked(change, (url) => maskUrl(String(url))) : change,
  );
  if (comparesSecrets) return changes;
  return withoutSecrets(changes, before.signingKey || after.signingKey ? [KEY] : []);
}

/** For those who may not learn which secrets would change: that would let them try out values. */
function withoutSecrets(changes: readonly FieldChange[], secrets: readonly string[]): FieldChange[] {
  const open = changes.filter(({ secret }) => secret === undefined);
  if (open.length === 0) return [];
  return [...open, ...secrets.map((path) => ({ path, secret: 'not compared' as const }))];
}

/** What differs between two relayers of one id. */
export function compareRelayers(before: Relayer, after: Relayer): FieldChange[] {
  const defaults = new Map<string, unknown>(
    (after.networkType.inFiles?.unknown ?? []).flatMap(({ path, value, isDefault }) =>
      isDefault ? [[`policies.${path}`, value] as const] : [],
    ),
  );
  return compare(before.document, after.document, () => false)
    .filter((change) => {
      const without = defaults.get(change.path);
      return without === undefined || (change.before ?? without) !== (change.after ?? without);
    })
    .map((change) => (change.path === 'custom_rpc_urls' ? masked(change, maskedUrls) : change));
}

/** What differs between two networks of one id. */
export function compareNetworks(before: Network, after: Network): FieldChange[] {
  return compare(before.values, after.values, () => false).map((change) =>
    change.path === 'rpc_urls' ? masked(change, maskedUrls) : change,
  );
}

/** What differs between two plugins of one id: what they are configured with is compared as one secret, as it may hold some. */
export function comparePlugins(before: Plugin, after: Plugin, comparesSecrets: boolean): FieldChange[] {
  const plain = ({ document: { config, ...open } }: Plugin): object => ({ ...open, config: stringifyExact(config) });
  const changes = compare(plain(before), plain(after), (path) => path === CONFIG);
  if (comparesSecrets) return changes;
  return withoutSecrets(changes, before.document.config || after.document.config ? [CONFIG] : []);
}

function compare(before: object, after: object, isSecret: (path: string) => boolean): FieldChange[] {
  return changedPaths(before, after).map((path) => {
    if (isSecret(path)) return { path, secret: true };
    const [old, now] = [valueAt(before, path), valueAt(after, path)];
    return { path, ...(isSet(old) && { before: old }), ...(isSet(now) && { after: now }) };
  });
}

const isSet = (value: unknown): boolean => value !== undefined && value !== null;

const valueAt = (value: unknown, path: string): unknown =>
  segmentsOf(path).reduce<unknown>((inner, segment) => (isPlainObject(inner) ? inner[segment] : undefined), value);

const masked = (change: FieldChange, mask: (value: unknown) => unknown): FieldChange => ({
  path: change.path,
  ...('before' in change && { before: mask(change.before) }),
  ...('after' in change && { after: mask(change.after) }),
});

const maskedUrls = (configs: unknown): unknown =>
  (configs as readonly RpcConfig[]).map(({ url, weight }) => ({ url: maskUrl(url), weight }));
