import { Agent, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { gunzipSync } from 'node:zlib';
import type { Description } from './description';
import { type FuzzAnswer, Judge } from './judge';
import { Random } from './random';
import { type FuzzRequest, makeRequest } from './requests';

export interface FuzzOptions {
  readonly url: string;
  readonly token: string;
  readonly seed: number;
  readonly requests: number;
  /** Called now and then with how many requests were answered. */
  readonly progress?: (done: number) => Promise<void> | void;
}

export interface Violation {
  /** With the seed, it makes the same request again. */
  readonly index: number;
  readonly request: string;
  readonly fault: string;
  readonly answer: string;
}

export interface FuzzReport {
  readonly statuses: ReadonlyMap<number, number>;
  readonly violations: readonly Violation[];
}

const AT_ONCE = 8;
const ANSWER_WITHIN_MS = 20_000;
/** One in so many is damaged as bytes, below HTTP. */
const DAMAGED_EVERY = 50;
const PROGRESS_EVERY = 5_000;

/** Sends requests made from the description and from a seed, and judges every answer. */
export async function fuzz(description: Description, options: FuzzOptions): Promise<FuzzReport> {
  const { url, token, seed, requests, progress } = options;
  const judge = new Judge(description);
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const statuses = new Map<number, number>();
  const violations: Violation[] = [];
  let next = 0;

  const one = async (index: number): Promise<void> => {
    const random = new Random(seed, index);
    const request = makeRequest(description, token, random);
    const isDamaged = index % DAMAGED_EVERY === DAMAGED_EVERY - 1;
    const answer = isDamaged ? await sendDamaged(url, request, random) : await send(url, request, agent);
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    const fault = isDamaged ? damagedFault(judge, request, answer) : judge.fault(request, answer);
    if (fault === undefined) return;
    const sent = JSON.stringify({ ...request, operation: request.operation?.path });
    violations.push({ index, fault, request: sent.slice(0, 600), answer: answer.text.slice(0, 300) });
  };
  const worker = async (): Promise<void> => {
    while (next < requests) {
      const index = next++;
      await one(index);
      if ((index + 1) % PROGRESS_EVERY === 0) await progress?.(index + 1);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  agent.destroy();
  return { statuses, violations };
}

function send(url: string, { method, target, headers, body }: FuzzRequest, agent: Agent): Promise<FuzzAnswer> {
  const { hostname, port } = new URL(url);
  const length =
    body === undefined || 'transfer-encoding' in headers ? {} : { 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve) => {
    const fail = (error: Error): void => resolve({ status: 0, type: '', text: '', error: error.message });
    const sent = httpRequest({
      hostname,
      port,
      method,
      path: target,
      headers: { ...headers, ...length },
      agent,
      timeout: ANSWER_WITHIN_MS,
    });
    sent.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', fail);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          type: response.headers['content-type'] ?? '',
          text: decoded(Buffer.concat(chunks), response.headers['content-encoding']),
        }),
      );
    });
    sent.on('timeout', () => sent.destroy(new Error('it took too long')));
    sent.on('error', fail);
    sent.end(body);
  });
}

const decoded = (bytes: Buffer, encoding: string | undefined): string =>
  (encoding === 'gzip' && bytes.length > 0 ? gunzipSync(bytes) : bytes).toString();

/** Sends the bytes of a request with some of them changed, and says that nothing more will come. */
function sendDamaged(url: string, request: FuzzRequest, random: Random): Promise<FuzzAnswer> {
  const { method, target, headers, body = '' } = request;
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const bytes = Buffer.from(
    `${method} ${target} HTTP/1.1\r\nhost: x\r\n${lines.join('')}connection: close\r\n\r\n${body}`,
  );
  for (let count = 1 + random.below(4); count > 0; count--) bytes[random.below(bytes.length)] = random.below(256);
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => socket.end(bytes));
    socket.setTimeout(ANSWER_WITHIN_MS, () => socket.destroy(new Error('it took too long')));
    let error: string | undefined;
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', ({ message }) => (error = message));
    socket.on('close', () => resolve(readAnswer(Buffer.concat(chunks).toString(), error)));
  });
}

/** The last answer on a connection that is closed: what came before it was answered, too. */
function readAnswer(text: string, error: string | undefined): FuzzAnswer {
  const last = text.slice(Math.max(0, text.lastIndexOf('HTTP/1.1 ')));
  const [head = '', ...rest] = last.split('\r\n\r\n');
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0),
    type: /^content-type: (.*)$/im.exec(head)?.[1]?.trim() ?? '',
    text: rest.join('\r\n\r\n'),
    ...(error !== undefined && text === '' ? { error } : {}),
  };
}

/** Damage may leave a request whole, or leave one that nothing but closing is the answer to. */
function damagedFault(judge: Judge, { method }: FuzzRequest, answer: FuzzAnswer): string | undefined {
  if (answer.error !== undefined) return `no answer: ${answer.error}`;
  if (answer.status < 400 || (method === 'HEAD' && answer.text === '')) return undefined;
  return judge.failureFault(answer);
}
