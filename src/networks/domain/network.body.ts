import { fieldsOf } from '../../kernel/declarations';
import { isPlainObject } from '../../kernel/merge-patch';
import { validate, type Validated } from '../../kernel/validation';
import type { NetworkKinds } from './kinds';
import { NetworkChanges, NetworkDraft } from './network.fields';

/** What is to be made, as far as it can be validated without the network that it inherits from. */
export function validateNetworkDraft(body: unknown, kinds: NetworkKinds): Validated<NetworkDraft> {
  const kind = isPlainObject(body) ? kinds.find(body.network_type) : undefined;
  if (kind) return validate(kind.fields, withEndpoints(body));
  const { value, faults } = validate(NetworkDraft, commonOf(body, kinds));
  const isSaid = faults.some(({ path }) => path === 'network_type' || path === '');
  return { value, faults: isSaid ? faults : [...faults, kinds.unknown(value.network_type)] };
}

/** A change, which is of the endpoints alone. */
export function validateNetworkChanges(body: unknown): Validated<NetworkChanges> {
  const { value, faults } = validate(NetworkChanges, withEndpoints(body));
  const isCleared = isPlainObject(body) && body.rpc_urls === null;
  return { value, faults: isCleared ? [...faults, { path: 'rpc_urls', message: 'must not be null' }] : faults };
}

/** Endpoints may be given by their URLs alone. */
function withEndpoints(body: unknown): unknown {
  if (!isPlainObject(body) || !Array.isArray(body.rpc_urls)) return body;
  return { ...body, rpc_urls: body.rpc_urls.map((each: unknown) => (typeof each === 'string' ? { url: each } : each)) };
}

/** Without what may belong to a type of networks that nobody can tell. */
function commonOf(body: unknown, kinds: NetworkKinds): unknown {
  if (!isPlainObject(body)) return body;
  const common = new Set(fieldsOf(NetworkDraft).map(({ name }) => name));
  const known = new Set(kinds.all().flatMap(({ fields }) => fieldsOf(fields).map(({ name }) => name)));
  const kept = Object.entries(body).filter(([name]) => common.has(name) || !known.has(name));
  return withEndpoints(Object.fromEntries(kept));
}
