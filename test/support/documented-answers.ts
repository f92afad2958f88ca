import type { DocumentedRequest } from './api-document';
import { document, given, keyOf, ONE_OF_EACH } from './documented-examples';
import { type OpenApp, openApp, type Reply } from './open-app';
import { unlessStill } from './unless-still';

/** Holds the answers of services against what openapi.json says of them, and remembers which were seen. */
export class DocumentedAnswers {
  readonly seen = new Set<string>();
  private readonly opened: OpenApp[] = [];

  /** The one that is called where no other is named. */
  get service(): OpenApp {
    const [first] = this.opened;
    if (!first) throw new Error('No service is open');
    return first;
  }

  async begin(): Promise<void> {
    await this.createReferred(await this.open());
  }

  async end(): Promise<void> {
    for (const app of this.opened) await app.close();
  }

  readonly open = async (options?: Parameters<typeof openApp>[0]): Promise<OpenApp> => {
    const app = await openApp(options);
    this.opened.push(app);
    return app;
  };

  /** Sends a request, and holds the answer against what is said of its status. */
  readonly call = async (
    id: string,
    wanted: number,
    { name = 'nothing', query = '', body, headers = {} }: DocumentedRequest = {},
    on = this.service,
  ): Promise<Reply> => {
    const place = document.operation(id);
    const sent = place.operation.requestBody && body === undefined ? {} : body;
    const path = `${place.path.replace(/\{\w+\}/, name)}${query}`;
    const reply = await on.call(place.method.toUpperCase(), path, sent, headers);
    expect([id, reply.status, reply.text]).toEqual([id, wanted, reply.text]);
    expect([id, document.answerFaults(place, reply)]).toEqual([id, []]);
    this.seen.add(keyOf(id, wanted));
    return reply;
  };

  /** Asks for a page, and again when the client has it already. */
  readonly pageTwice = async (id: string, query: string, name?: string): Promise<void> => {
    const named = name === undefined ? {} : { name };
    const page = await this.call(id, 200, { query, ...named });
    await this.call(id, 304, { query, headers: unlessStill(page), ...named });
  };

  /** The sample records that examples refer to. */
  private async createReferred(on: OpenApp): Promise<void> {
    const config = { key: '1'.padStart(64, '0') };
    await this.call('createSigner', 201, { body: { id: 'spare-signer', type: 'local', config } }, on);
    await this.call('createNotification', 201, { body: { id: 'ops-webhook', url: 'https://hooks.example.com' } }, on);
  }

  /** Creates a record of every resource. */
  readonly createOneOfEach = async (on: OpenApp): Promise<void> => {
    await this.createReferred(on);
    for (const id of ONE_OF_EACH) await this.call(id, 201, { body: given(id)[0] }, on);
  };
}
