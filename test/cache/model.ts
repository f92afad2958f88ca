import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { text as textOf } from 'node:stream/consumers';
import { createHash } from 'node:crypto';
import type { Response } from 'express';
import { AnswerCache, type AnswerSources } from '../../src/http/answer-cache';
import type { ApiRequest } from '../../src/http/api-request';
import { sendText } from '../../src/http/send-text';

interface Shown {
  readonly id: string;
  name: string;
  paused: boolean;
}

/** How a cache is made: a test makes one with a fault. */
export type MakeCache = (sources: AnswerSources, most: number) => AnswerCache;

/** What several model services share: records, tokens, and a number that each commit changes. */
export class ModelStore {
  readonly records = new Map<string, Shown>();
  readonly tokens = new Set(['operator']);
  private commits = 0;

  commit(change: () => void): void {
    change();
    this.commits++;
  }

  get version(): string {
    return String(this.commits);
  }
}

/**
 * An application of the same routes whose every step takes some turns of the event loop, so that changes come between
 * any two of them; the real one is too fast on SQLite for that. It stands behind a real cache.
 */
export class ModelService {
  /** How many requests the application has answered or is answering. */
  loads = 0;
  readonly cache: AnswerCache;
  /** Says `gone` when a client's connection has closed. */
  readonly connections = new EventEmitter();
  private readonly server: Server;
  private steps = 0;

  constructor(
    private readonly store: ModelStore,
    make: MakeCache = (sources, most) => new AnswerCache(sources, most),
    /** What an answer waits for beside the turns. */
    private readonly hold: (request: IncomingMessage) => Promise<void> = () => Promise.resolve(),
    /** What a snapshot waits for beside the turns. */
    holdSnapshot: () => Promise<void> = () => Promise.resolve(),
  ) {
    const sources: AnswerSources = {
      snapshot: async () => {
        await turn();
        const { version } = store;
        await turn();
        await holdSnapshot();
        return version;
      },
      now: () => new Date(),
      admit: () => Promise.resolve(true),
      detached: (work) => work(),
      bound: (work) => work,
    };
    this.cache = make(sources, 1024 * 1024);
    this.server = createServer((incoming: IncomingMessage, outgoing: ServerResponse) => {
      const [request, response] = [incoming as ApiRequest, outgoing as Response];
      this.cache.handle(request, response, () => void this.answer(request, response));
    });
    this.server.on('connection', (socket) => socket.once('close', () => this.connections.emit('gone')));
  }

  async listen(): Promise<string> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return `http://127.0.0.1:${String((this.server.address() as AddressInfo).port)}`;
  }

  async close(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }

  private async answer(request: ApiRequest, response: Response): Promise<void> {
    this.loads++;
    await this.pause();
    const token = (request.headers.authorization ?? '').slice('Bearer '.length);
    if (!this.store.tokens.has(token)) {
      response.statusCode = 401;
      response.end('{}');
      return;
    }
    const { pathname, searchParams } = new URL(request.url, 'http://model');
    const [, , , collection = '', id] = pathname.split('/');
    const data = request.method === 'GET' ? this.read(id, searchParams) : await this.change(request, collection, id);
    await this.hold(request);
    await this.pause();
    request.principal = { id: token, name: token, permissions: new Set(['*']) };
    const text = JSON.stringify({ data });
    response.setHeader('Content-Type', 'application/json');
    response.setHeader('ETag', `"${createHash('sha256').update(text).digest('base64url')}"`);
    request.onAnswer?.(collection === 'relayers' ? text : undefined);
    sendText(response, text);
  }

  private read(id: string | undefined, query: URLSearchParams): unknown {
    if (query.has('large')) return 'x'.repeat(Number(query.get('large')));
    if (id !== undefined) return { ...this.store.records.get(id) };
    const [first, most] = query.has('page') ? [3, 3] : [0, 100];
    const all = [...this.store.records.values()].filter(({ paused }) => paused || !query.has('paused'));
    return all.slice(first, first + most).map((one) => ({ ...one }));
  }

  private async change(request: ApiRequest, collection: string, id = ''): Promise<unknown> {
    const body = (await textOf(request)) || '{}';
    await this.pause();
    if (collection === 'tokens') return this.changeTokens(id);
    const given = JSON.parse(body) as Shown;
    const changed = { ...(this.store.records.get(id) ?? given), ...given };
    if (collection === 'relayers') this.store.commit(() => this.store.records.set(changed.id, changed));
    return changed;
  }

  private changeTokens(id: string): unknown {
    if (id !== '') this.store.commit(() => this.store.tokens.delete(id));
    else this.store.commit(() => this.store.tokens.add(`token-${this.store.version}`));
    const token = [...this.store.tokens].at(-1);
    return { id: token, token };
  }

  /** Up to three turns and now and then many, in an order that is the same in every run. */
  private async pause(): Promise<void> {
    const step = this.steps++;
    const turns = ((step * 5) % 4) + (step % 11 === 0 ? 20 : 0);
    for (let count = 0; count < turns; count++) await turn();
  }
}
