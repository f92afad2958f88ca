import { fieldsOf } from '../../kernel/declarations';
import type { Fault } from '../../kernel/domain-error';
import { isPlainObject } from '../../kernel/merge-patch';
import { validate, type Validated } from '../../kernel/validation';
import type { NetworkKinds } from './kinds';
import { NetworkChanges, NetworkDraft } from './network.fields';

const NOTHING: Fault = { path: '', message: 'At least one field must be provided for update' };

/** What is to be made, as far as it can be validated without the network that it inherits from. */
export function validateNetworkDraft(body: unknown, kinds: NetworkKinds): Validated<NetworkDraft> {
  const kind = isPlainObject(body) ? kinds.find(body.network_type) : undefined;
  if (kind) return validate(kind.fields, withEndpoints(body));
  const { value, faults } = validate(NetworkDraft, commonOf(body));
  const isSaid = faults.some(({ path }) => path === 'network_type' || path === '');
  return { value, faults: isSaid ? faults : [...faults, kinds.unknown(value.network_type)] };
}

/** A change, which is of the endpoints alone. */
export function validateNetworkChanges(body: unknown): Validated<NetworkChanges> {
  const { value, faults } = validate(NetworkChanges, withEndpoints(body));
  if (!isPlainObject(body) || faults.length > 0) return { value, faults };
  if (body.rpc_urls === null) return { value, faults: [{ path: 'rpc_urls', message: 'must not be null' }] };
  return { value, faults: body.rpc_urls === undefined ? [NOTHING] : [] };
}

/** Endpoints may be given by their URLs alone. */
function withEndpoints(body: unknown): unknown {
  if (!isPlainObject(body) || !Array.isArray(body.rpc_urls)) return body;
  return { ...body, rpc_urls: body.rpc_urls.map((each: unknown) => (typeof each === 'string' ? { url: each } : each)) };
}

/** Without what may belong to a type of networks that nobody can tell. */
function commonOf(body: unknown): unknown {
  if (!isPlainObject(body)) return body;
  const common = new Set(fieldsOf(NetworkDraft).map(({ name }) => name));
  return withEndpoints(Object.fromEntries(Object.entries(body).filter(([name]) => common.has(name))));
}
