import { gunzipSync } from 'node:zlib';
import type { Response } from 'express';
import { type FrontServer, serveFront } from '../../test/support/front-server';
import { coded, gzipped, isToBeCompressed } from './content-coding';

const SHORTEST = 1024;

let front: FrontServer | undefined;
afterEach(() => front?.close());

async function serve(handle: (response: Response) => unknown): Promise<FrontServer> {
  front = await serveFront((_, response) => handle(response));
  return front;
}

describe('An answer', () => {
  const answer = (text: string, tag?: string | number) => async (response: Response) => {
    if (tag !== undefined) response.setHeader('ETag', tag);
    response.end(await coded(response, text));
  };
  const long = 'ü'.repeat(SHORTEST / 2);

  it.each(['gzip', 'br, gzip;q=0.8', '*', 'GZIP', 'identity;q=0.5, gzip'])(
    'of 1 KiB is compressed for who accepts %s',
    async (coding) => {
      const { ask } = await serve(answer(long, '"a"'));
      const { headers, body } = await ask({ 'accept-encoding': coding });
      expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding', etag: '"a-gzip"' });
      expect(gunzipSync(body).toString()).toBe(long);
    },
  );

  it.each([undefined, 'identity', 'gzip;q=0', 'br', '', 'identity, gzip;q=0.5'])(
    'of 1 KiB says that it varies, and is as it was for who accepts %s',
    async (coding) => {
      const { ask } = await serve(answer(long, '"a"'));
      const { headers, body } = await ask(coding === undefined ? {} : { 'accept-encoding': coding });
      expect(headers).toMatchObject({ vary: 'Accept-Encoding', etag: '"a"' });
      expect(headers).not.toHaveProperty('content-encoding');
      expect(body.toString()).toBe(long);
    },
  );

  it('that is shorter is as it was for all', async () => {
    const { ask } = await serve(answer(long.slice(1), '"a"'));
    const { headers, body } = await ask({ 'accept-encoding': 'gzip' });
    expect(headers.etag).toBe('"a"');
    expect([headers.vary, headers['content-encoding'], body.length]).toEqual([undefined, undefined, SHORTEST - 2]);
  });

  it('without a tag gets none', async () => {
    const { ask } = await serve(answer(long));
    expect((await ask({ 'accept-encoding': 'gzip' })).headers).not.toHaveProperty('etag');
  });

  it('that is written while it is made is judged by what it has at least', async () => {
    const { ask } = await serve((response) => response.end(String(isToBeCompressed(response, SHORTEST - 1))));
    expect((await ask({ 'accept-encoding': 'gzip' })).body.toString()).toBe('false');
  });
});

describe('gzipped', () => {
  const read = async (pieces: AsyncIterable<Buffer>): Promise<Buffer> => {
    const all: Buffer[] = [];
    for await (const piece of pieces) all.push(piece);
    return Buffer.concat(all);
  };

  it('makes the same bytes of pieces, compressed', async () => {
    const pieces = Array.from({ length: 100 }, (_, index) => Buffer.from(`piece ${String(index)} `.repeat(100)));
    const compressed = await read(
      gzipped(
        (async function* () {
          yield* pieces;
        })(),
      ),
    );
    expect(compressed.length).toBeLessThan(10_000);
    expect(gunzipSync(compressed)).toEqual(Buffer.concat(pieces));
  });

  it('fails where its source does', async () => {
    const broken = (async function* () {
      yield Buffer.from('a');
      throw new Error('broken off');
    })();
    await expect(read(gzipped(broken))).rejects.toThrow('broken off');
  });
});
