import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

interface Told {
  readonly id: string;
  readonly payload: { readonly relayer?: { readonly id: string }; readonly version: number };
}

/** A webhook that takes everything, checks the signatures, and remembers what came in which order. */
export class Receiver {
  /** How many deliveries came, and how many of them had come before. */
  count = 0;
  repeated = 0;
  /** Events that came for the first time after a later one of the same relayer. */
  readonly disorder: object[] = [];
  readonly forged: object[] = [];
  private readonly ids = new Set<string>();
  private readonly seen = new Map<string, Set<number>>();
  private readonly highest = new Map<string, number>();

  private constructor(
    private readonly server: Server,
    private readonly key: string,
  ) {}

  static async open(key: string): Promise<Receiver> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const receiver = new Receiver(server, key);
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.once('end', () => {
        receiver.take(request, Buffer.concat(chunks).toString());
        response.end('ok');
      });
    });
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${String((this.server.address() as AddressInfo).port)}/`;
  }

  /** The versions that did not come, from the second one of each relayer to the one that is given. */
  missing(versions: ReadonlyMap<string, number>): object[] {
    return [...versions].flatMap(([relayer, last]) => {
      const seen = this.seen.get(relayer);
      return Array.from({ length: last - 1 }, (_, index) => index + 2)
        .filter((version) => !seen?.has(version))
        .map((version) => ({ relayer, version }));
    });
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private take({ headers }: IncomingMessage, body: string): void {
    this.count++;
    const { id, payload } = JSON.parse(body) as Told;
    if (!this.isSigned(headers, body)) this.forged.push({ id, headers });
    const { relayer, version } = payload;
    if (relayer === undefined) return;
    if (this.ids.has(id)) {
      this.repeated++;
      return;
    }
    this.ids.add(id);
    const highest = this.highest.get(relayer.id) ?? 0;
    if (version < highest) this.disorder.push({ relayer: relayer.id, version, highest });
    this.highest.set(relayer.id, Math.max(highest, version));
    const seen = this.seen.get(relayer.id) ?? new Set<number>();
    this.seen.set(relayer.id, seen.add(version));
  }

  private isSigned(headers: IncomingMessage['headers'], body: string): boolean {
    try {
      new Webhook(this.key).verify(body, headers as Record<string, string>);
    } catch {
      return false;
    }
    return headers['x-signature'] === createHmac('sha256', this.key).update(body).digest('base64');
  }
}
