import { gunzipSync } from 'node:zlib';
import { type FrontServer, serveFront } from '../../test/support/front-server';
import { StaticFile } from './static-file';

const BYTES = Buffer.from('x'.repeat(2_000));

let front: FrontServer | undefined;
afterEach(() => front?.close());

async function serve(file: StaticFile): Promise<FrontServer> {
  front = await serveFront((_, response) => file.sendTo(response));
  return front;
}

it('sends a file whole, in the coding that is accepted, under a tag for each', async () => {
  const { ask } = await serve(new StaticFile('text/css', BYTES));
  const [plain, packed] = [await ask(), await ask({ 'accept-encoding': 'gzip' })];
  for (const { status, headers } of [plain, packed]) {
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'content-type': 'text/css', 'cache-control': 'no-cache', vary: 'Accept-Encoding' });
  }
  expect([plain.body, gunzipSync(packed.body)]).toEqual([BYTES, BYTES]);
  expect(plain.headers.etag).toMatch(/^"[\w-]{27}"$/);
  expect(packed.headers.etag).toBe(plain.headers.etag!.replace(/"$/, '-gzip"'));
  const other = new StaticFile('text/css', Buffer.from('y'.repeat(2_000)));
  await front!.close();
  expect((await (await serve(other)).ask()).headers.etag).not.toBe(plain.headers.etag);
});

it('sends nothing to who has it, in that coding', async () => {
  const { ask } = await serve(new StaticFile('text/css', BYTES));
  const tag = (await ask()).headers.etag!;
  expect(await ask({ 'if-none-match': tag })).toMatchObject({ status: 304, body: Buffer.alloc(0) });
  expect(await ask({ 'if-none-match': tag, 'accept-encoding': 'gzip' })).toMatchObject({ status: 200 });
});

it('sends the head of a file, and all of it whatever range is asked for', async () => {
  const { ask } = await serve(new StaticFile('text/css', BYTES));
  const head = await ask({}, 'HEAD');
  expect([head.headers['content-length'], head.body.length]).toEqual(['2000', 0]);
  expect(await ask({ range: 'bytes=0-1' })).toMatchObject({ status: 200, body: BYTES });
});

it('compresses a file once', async () => {
  const file = new StaticFile('text/css', BYTES);
  const ends: unknown[] = [];
  front = await serveFront((_, response) => {
    const end = response.end.bind(response);
    response.end = ((body: unknown) => {
      ends.push(body);
      return end(body);
    }) as typeof response.end;
    return file.sendTo(response);
  });
  for (let time = 0; time < 2; time++) await front.ask({ 'accept-encoding': 'gzip' });
  expect(ends).toHaveLength(2);
  expect(ends[1]).toBe(ends[0]);
});

it('sends images as they are, which are compressed already', async () => {
  const { ask } = await serve(new StaticFile('image/png', BYTES));
  const { headers, body } = await ask({ 'accept-encoding': 'gzip' });
  expect([headers['content-encoding'], headers.vary, body]).toEqual([undefined, undefined, BYTES]);
});
