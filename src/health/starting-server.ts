import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { ANSWER_HEADERS } from '../http/answer-headers.middleware';
import { JSON_TYPE } from '../http/answer';
import { failureText } from '../http/errors.filter';
import { HEALTH_PATH, READY_PATH } from './health.controller';
import { startingReport } from './readiness';

/** In milliseconds: a start that takes no longer is over before anybody misses an answer. */
const SOON_MS = 500;
/** In milliseconds: what a client may take for its headers, and for all of its request. */
const LIMITS = { headersTimeout: 8_000, requestTimeout: 12_000, connectionsCheckingInterval: 500 };
const RETRY_AFTER_S = '1';

/**
 * Answers while the service is starting, as it waits for another instance that migrates for instance: that the process
 * lives, so that nobody ends it, and to everything else that it is not there yet.
 */
export class StartingServer {
  private readonly server: Server = createServer(LIMITS, answer);
  private readonly timer: NodeJS.Timeout;

  constructor(port: number, host: string) {
    // Whoever cannot listen hears so when the service tries.
    this.server.on('error', () => undefined);
    // Exclusive: a worker's port is no sign to the others yet.
    this.timer = setTimeout(() => this.server.listen({ port, host, exclusive: true }), SOON_MS);
  }

  /** Leaves the port to the service. */
  async close(): Promise<void> {
    clearTimeout(this.timer);
    if (!this.server.listening) return;
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  const [path = ''] = (request.url ?? '').split('?');
  const isHealth = path === HEALTH_PATH;
  const text = isHealth
    ? 'OK'
    : path === READY_PATH
      ? JSON.stringify(startingReport(new Date()))
      : failureText('Internal Server Error');
  response.writeHead(isHealth ? 200 : 503, {
    ...ANSWER_HEADERS,
    'Content-Type': isHealth ? 'text/plain; charset=utf-8' : JSON_TYPE,
    'Content-Length': Buffer.byteLength(text),
    ...(!isHealth && { 'Retry-After': RETRY_AFTER_S }),
    Connection: 'close',
  });
  response.end(request.method === 'HEAD' ? undefined : text);
}
