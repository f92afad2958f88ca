import { Agent, type buildConnector, type Dispatcher, Pool, ProxyAgent } from 'undici';
import type { SecretValue } from '../kernel/secret';
import { basicCredentials } from './basic-credentials';

/** Long enough for deliveries that follow each other; receivers keep connections that nobody uses for at least as long. */
const IDLE_FOR_MS = 4000;
/** After which a name is resolved anew, however busy its connection is. */
const USED_FOR_MS = 60_000;

const REUSED = { keepAliveTimeout: IDLE_FOR_MS, keepAliveMaxTimeout: IDLE_FOR_MS, clientTtl: USED_FOR_MS };

/** Says that no connection came about through a proxy. */
export class NoTunnel extends Error {}

/** Connections of deliveries that a connector makes, reused by those that follow. */
export const directly = (connect: buildConnector.connector): Dispatcher => new Agent({ ...REUSED, connect });

/** Connections through a proxy: tunnels for https, absolute URLs for http, as proxies expect it. */
export function throughProxy(proxyUrl: SecretValue, timeoutMs: number): Dispatcher {
  const url = new URL(proxyUrl.reveal());
  const token = basicCredentials(url);
  return new ProxyAgent({
    ...REUSED,
    uri: url.origin,
    ...(token !== undefined && { token }),
    proxyTunnel: false,
    requestTls: { timeout: timeoutMs },
    proxyTls: { timeout: timeoutMs },
    factory: (target, options: Pool.Options) => new Pool(target, { ...options, connect: through(options.connect) }),
    clientFactory: (proxy, options) => new Pool(proxy, { ...options, headersTimeout: timeoutMs }),
  });
}

/** Gives every error of a proxy a name of its own: what a proxy closes, undici would ask for again without end. */
function through(connect: Pool.Options['connect']): buildConnector.connector {
  if (typeof connect !== 'function') throw new Error('A proxy makes its own connections');
  return (options, callback) =>
    connect(options, (...[error, socket]) => {
      if (error) callback(new NoTunnel(error.message, { cause: error }), null);
      else callback(null, socket);
    });
}
