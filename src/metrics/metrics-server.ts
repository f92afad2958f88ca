import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { ANSWER_HEADERS } from '../http/answer-headers.middleware';
import { JSON_TYPE } from '../http/answer';
import { answerConnectionFaults } from '../http/connection-faults';
import { Connections } from '../http/connections';
import { failureText } from '../http/errors.filter';
import { SERVER_OPTIONS } from '../http/server';
import { MetricsText } from './metrics-text';

/** Few ask for metrics, and rarely. */
const MAX_CONNECTIONS = 64;

interface Said {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

/**
 * Serves the metrics on a port of their own, as the OpenZeppelin Relayer does and as its clients ask for them: without a
 * token, as a list of names, one by one, and all together. Whoever reaches the port may read them.
 */
@Injectable()
export class MetricsServer implements OnApplicationShutdown {
  private readonly logger = new Logger('metrics');
  private readonly server: Server = createServer(SERVER_OPTIONS);

  constructor(private readonly metrics: MetricsText) {
    const connections = new Connections(this.server, (request, response) => void this.answer(request, response));
    answerConnectionFaults(this.server, connections);
    this.server.maxConnections = MAX_CONNECTIONS;
  }

  /** @returns the port that it listens on */
  async listen(port: number, host: string): Promise<number> {
    this.server.listen(port, host);
    await once(this.server, 'listening');
    return (this.server.address() as AddressInfo).port;
  }

  async onApplicationShutdown(): Promise<void> {
    if (!this.server.listening) return;
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }

  private async answer({ method = '', url = '' }: IncomingMessage, response: ServerResponse): Promise<void> {
    const isReading = method === 'GET' || method === 'HEAD';
    const said = isReading ? await this.read(pathOf(url)) : failure(405, 'Method Not Allowed');
    response.writeHead(said.status, {
      ...ANSWER_HEADERS,
      'Content-Type': said.type,
      'Content-Length': Buffer.byteLength(said.text),
      ...(!isReading && { Allow: 'GET, HEAD' }),
    });
    response.end(method === 'HEAD' ? undefined : said.text);
  }

  private async read(path: string): Promise<Said> {
    try {
      return await this.said(path);
    } catch (error) {
      this.logger.error({ err: error }, 'The metrics could not be read');
      return failure(500, 'Internal Server Error');
    }
  }

  private async said(path: string): Promise<Said> {
    const { metrics } = this;
    if (path === '/debug/metrics/scrape') return this.plain(await metrics.all());
    const [, first, name, ...rest] = path.split('/');
    if (first !== 'metrics' || rest.length > 0) return failure(404, 'Not Found');
    const byName = await metrics.byName();
    if (name === undefined) return { status: 200, type: JSON_TYPE, text: JSON.stringify([...byName.keys()]) };
    const text = byName.get(name);
    return text === undefined ? failure(404, 'Metric not found') : this.plain(text);
  }

  private plain(text: string): Said {
    return { status: 200, type: this.metrics.contentType, text };
  }
}

const failure = (status: number, message: string): Said => ({ status, type: JSON_TYPE, text: failureText(message) });

/** Without a slash at the end, and with one at the beginning: a base URL that ends with one makes two. */
const pathOf = (url: string): string => (url.split('?')[0] ?? '').replace(/^\/+/, '/').replace(/(?<=.)\/$/, '');
