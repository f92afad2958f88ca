import { Agent, request } from 'node:http';
import { TOKEN } from '../support/service';

/** What came of a request. */
export interface Outcome {
  /** 0 where no answer came. */
  readonly status: number;
  /** The answer; where none came, how the connection failed. */
  readonly text: string;
  readonly etag: string | undefined;
  /** In milliseconds. */
  readonly took: number;
}

export interface Call {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly agent?: Agent | false;
  readonly token?: string;
}

const AT_ONCE = 256;
const shared = new Agent({ keepAlive: true, maxSockets: AT_ONCE });

/** Sends a request and waits for the whole answer; never throws. */
export function send(url: string, { method = 'GET', body, headers, agent = shared, token = TOKEN }: Call = {}) {
  const start = performance.now();
  return new Promise<Outcome>((resolve) => {
    const end = (status: number, text: string, etag?: string): void =>
      resolve({ status, text, etag, took: performance.now() - start });
    const all = { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) };
    const sent = request(url, { method, agent, headers: { ...all, ...headers } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('end', () =>
        end(response.statusCode ?? 0, Buffer.concat(chunks).toString(), response.headers.etag),
      );
      response.once('error', (error) => end(0, `cut off: ${error.message}`));
    });
    sent.once('error', (error: NodeJS.ErrnoException) => end(0, error.code ?? error.message));
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** Sends a request that has to succeed; resolves with the answer. */
export async function sure(url: string, call: Call = {}): Promise<Answer> {
  const outcome = await send(url, call);
  if (outcome.status < 200 || outcome.status > 299) throw new Error(`${url}: ${JSON.stringify(outcome)}`);
  return JSON.parse(outcome.text) as Answer;
}

export interface Answer {
  readonly data: never;
  readonly pagination?: { readonly total_items: number };
}

/** Whether an answer has the shape that every answer of the API has. */
export function isInEnvelope({ status, text }: Outcome): boolean {
  try {
    const { success, data, message } = JSON.parse(text) as Record<string, unknown>;
    return status < 400 ? success === true : success === false && data === null && typeof message === 'string';
  } catch {
    return false;
  }
}

/** The version of a relayer, which its last audit entry has, and how many entries there are. */
export async function versionOf(
  url: string,
  id: string,
): Promise<{ readonly version: number; readonly entries: number }> {
  const path = `${url}/api/v1/audit-events?resource=relayer&id=${id}&per_page=1`;
  const entries = (await sure(path)).pagination?.total_items ?? 0;
  const [last] = (await sure(`${path}&page=${String(entries)}`)).data as readonly { readonly version: number }[];
  return { version: last?.version ?? 0, entries };
}

/** Creates a signer and that many relayers, `relayer-0` and so on. */
export async function addRelayers(url: string, count: number): Promise<void> {
  const post = (path: string, body: unknown): Promise<Answer> =>
    sure(`${url}/api/v1/${path}`, { method: 'POST', body });
  await post('signers', { id: 'signer', type: 'local', config: { key: '1'.padStart(64, '0') } });
  for (let index = 0; index < count; index++) {
    const id = `relayer-${String(index)}`;
    const network = `network-${String(index)}`;
    await post('relayers', { id, name: 'new', network, network_type: 'evm', paused: false, signer_id: 'signer' });
  }
}
