import { Agent, type IncomingHttpHeaders, request } from 'node:http';

export interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Sends requests to one service over connections that stay open. */
export class Client {
  private readonly agent = new Agent({ keepAlive: true });

  constructor(
    private readonly url: string,
    private readonly token: string,
  ) {}

  call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answered> {
    const sent = body === undefined ? undefined : JSON.stringify(body);
    const type = sent === undefined ? {} : { 'content-type': 'application/json' };
    return new Promise((resolve, reject) => {
      const options = {
        method,
        agent: this.agent,
        headers: { authorization: `Bearer ${this.token}`, ...type, ...headers },
      };
      const sending = request(this.url + path, options, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString(),
          });
        });
      });
      sending.on('error', reject).end(sent);
    });
  }

  close(): void {
    this.agent.destroy();
  }
}
