import { Agent, type IncomingMessage, request } from 'node:http';
import { API_KEY } from '../support/open-app';
import type { Step } from './same-answers.steps';

const TOKEN = /rms_([A-Za-z0-9]{16})_[A-Za-z0-9_-]{43}_[0-9a-f]{8}/g;
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g;

/** What a service makes with its keys: two services need not make the same. */
const KEYED = /(?<=^ETag: "|[?&]after=)[\w-]{22}(?=[-"&>])/gm;

const LATENCY = /"latency_ms":\d+/g;

/** Whether a connection goes on after a refusal depends on whether the whole body had arrived by then. */
const BY_CHANCE = new Set(['Date', 'Connection', 'Keep-Alive']);

/**
 * What one service answers to requests, in full: status line, headers as they are written, and body.
 * What a service makes at random is named by the order in which it appears, and goes by that name in later requests.
 */
export class Transcript {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });
  private readonly names = new Map<string, string>();
  private readonly counts = new Map<string, number>();

  /** @param isKeyedNamed whether entity tags and cursors are named, too */
  constructor(
    private readonly url: string,
    private readonly token = API_KEY,
    private readonly isKeyedNamed = false,
  ) {
    this.named(token);
  }

  async answer({ method, path, body, headers = {} }: Step): Promise<string> {
    const response = await this.send(method, this.meant(path), body, {
      authorization: `Bearer ${this.token}`,
      'x-request-id': 'request',
      ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, this.meant(value)])),
    });
    return this.named(await textOf(response));
  }

  close(): void {
    this.agent.destroy();
  }

  private send(
    method: string,
    path: string,
    body: string | Buffer | undefined,
    headers: Record<string, string>,
  ): Promise<IncomingMessage> {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    return new Promise((resolve, reject) => {
      request(this.url + path, { method, agent: this.agent, headers: { ...headers, ...length } }, resolve)
        .on('error', reject)
        .end(body);
    });
  }

  private named(text: string): string {
    for (const [token, id = ''] of text.matchAll(TOKEN)) {
      this.name(token, 'token');
      this.name(id, 'token-id');
    }
    for (const [uuid] of text.matchAll(UUID)) this.name(uuid, 'uuid');
    for (const [keyed] of this.isKeyedNamed ? text.matchAll(KEYED) : []) this.name(keyed, 'keyed');
    // A token holds its id: the longest first.
    const longestFirst = [...this.names].sort(([one], [other]) => other.length - one.length);
    return longestFirst.reduce((known, [value, name]) => known.replaceAll(value, name), text);
  }

  private name(value: string, kind: string): void {
    if (this.names.has(value)) return;
    const count = (this.counts.get(kind) ?? 0) + 1;
    this.counts.set(kind, count);
    this.names.set(value, `@${kind}-${String(count)}`);
  }

  private meant(text: string): string {
    return [...this.names].reduce((known, [value, name]) => known.replaceAll(name, value), text);
  }
}

async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const { statusCode, statusMessage, rawHeaders } = response;
  const lines = rawHeaders.flatMap((name, index) =>
    index % 2 || BY_CHANCE.has(name) ? [] : [`${name}: ${rawHeaders[index + 1] ?? ''}`],
  );
  // A character for a byte, so that no two answers become one text.
  const body = Buffer.concat(chunks).toString('latin1');
  const text = `${String(statusCode)} ${String(statusMessage)}\n${lines.join('\n')}\n\n${body}`;
  // How long something took has more digits one time than another.
  return text.includes('"latency_ms":') ? text.replace(LATENCY, '').replace(/^Content-Length: .*$/m, '') : text;
}
