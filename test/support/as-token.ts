import { exactJson, type SharedApp } from './shared-app';
import type { Reply } from './open-app';

/** Calls a service with a token of its own. */
export interface TokenCaller {
  readonly id: string;
  readonly token: string;
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
}

/** A caller with a token that a full-access caller issues; by default with permission for everything. */
export async function asToken(service: SharedApp, wish: Readonly<Record<string, unknown>> = {}): Promise<TokenCaller> {
  const issued = await service.add('tokens', { name: 'a test', permissions: ['*'], ...wish });
  return callerWith(service, String(issued.id), String(issued.token));
}

export const callerWith = (service: SharedApp, id: string, token: string): TokenCaller => ({
  id,
  token,
  call: (method, path, body, headers = {}) =>
    service.call(method, path, body === undefined ? undefined : exactJson(body), {
      authorization: `Bearer ${token}`,
      ...headers,
    }),
});
