import { connect } from 'node:net';

/** What came back over a connection until it was closed. */
export interface Heard {
  /** The bytes, a character each. */
  readonly text: string;
  /** In milliseconds, from the first byte that was sent. */
  readonly after: number;
}

export interface RawAnswer {
  readonly status: number;
  /** Without those that differ between any two answers. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const GIVE_UP_MS = 30_000;

/**
 * Sends bytes as they are, and hears until the other side closes.
 * @param drip what is sent again and again while the connection is open, in milliseconds apart
 */
export function sendRaw(
  url: string,
  bytes: string | Buffer,
  drip?: { readonly bytes: string; readonly every: number },
): Promise<Heard> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const start = performance.now();
    const socket = connect(Number(port), hostname, () => socket.write(bytes, 'latin1'));
    const dripping = drip && setInterval(() => socket.write(drip.bytes, 'latin1'), drip.every);
    const timer = setTimeout(() => {
      socket.destroy();
      reject(
        new Error(`The connection is still open, after ${Buffer.concat(chunks).toString('latin1').slice(0, 500)}`),
      );
    }, GIVE_UP_MS);
    socket.on('data', (chunk) => chunks.push(chunk));
    // Writing to a connection that was closed meanwhile is what these tests are about.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(dripping);
      clearTimeout(timer);
      resolve({ text: Buffer.concat(chunks).toString('latin1'), after: performance.now() - start });
    });
  });
}

const VARYING = ['date', 'x-request-id', 'keep-alive'];

/** The answers that a connection brought one after another; interim ones are left out. */
export function answersIn(text: string): RawAnswer[] {
  const answers: RawAnswer[] = [];
  for (let rest = text; rest !== '';) {
    const end = rest.indexOf('\r\n\r\n');
    const [statusLine = '', ...lines] = rest.slice(0, end).split('\r\n');
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1]);
    if (end < 0 || Number.isNaN(status)) throw new Error(`This is no answer: ${rest.slice(0, 200)}`);
    const headers = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    );
    rest = rest.slice(end + 4);
    if (status === 100) continue;
    const { body, length } = bodyOf(headers, rest);
    rest = rest.slice(length);
    for (const name of VARYING) Reflect.deleteProperty(headers, name);
    answers.push({ status, headers, body });
  }
  return answers;
}

/** The body that follows a head, and how many characters it takes; without a length it reaches to the end. */
function bodyOf(headers: Readonly<Record<string, string>>, rest: string): { body: string; length: number } {
  const length = Number(headers['content-length'] ?? rest.length);
  if (headers['transfer-encoding'] !== 'chunked') return { body: rest.slice(0, length), length };
  const [chunk = '', size = '0'] = /^([0-9a-f]+)\r\n/.exec(rest) ?? [];
  const body = rest.slice(chunk.length, chunk.length + parseInt(size, 16));
  return { body, length: chunk.length + body.length + '\r\n0\r\n\r\n'.length };
}
