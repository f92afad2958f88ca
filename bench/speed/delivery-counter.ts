import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A receiver that takes everything and counts. */
export class DeliveryCounter {
  private wanted = 0;
  private count = 0;
  private first = 0;
  private done: (rate: number) => void = () => undefined;

  private constructor(private readonly server: Server) {}

  static async open(): Promise<DeliveryCounter> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const counter = new DeliveryCounter(server);
    server.on('request', (request, response) => {
      request.resume();
      request.once('end', () => {
        response.end('ok');
        counter.take();
      });
    });
    return counter;
  }

  get url(): string {
    return `http://127.0.0.1:${String((this.server.address() as AddressInfo).port)}/`;
  }

  /** Resolves with how many came a second, from the first to the last of them. */
  expect(wanted: number): Promise<number> {
    this.wanted = wanted;
    this.count = 0;
    return new Promise((done) => (this.done = done));
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private take(): void {
    if (this.count === 0) this.first = performance.now();
    this.count++;
    if (this.count === this.wanted) this.done((1000 * (this.wanted - 1)) / (performance.now() - this.first));
  }
}
