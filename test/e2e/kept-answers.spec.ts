import { Database } from '../../src/persistence/database';
import { onEachDatabase, type TestDatabase } from '../support/databases';
import { eventually } from '../support/eventually';
import { type ShownDelivery, createToldService, type ToldService } from '../support/told-service';
import { reactions } from '../support/webhook-receiver';

const MARK = '5ec4e7a5ec4e7a5ec4e7a';
const PATH = `/hooks/${MARK}?token=${MARK}&of=${MARK}`;
const MEBIBYTE = 1024 * 1024;
/** What a terminal or a database could take for an instruction. */
const HARMFUL = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

onEachDatabase('What is kept of answers', (create) => {
  let database: TestDatabase;
  let told: ToldService & { close(): Promise<void> };
  let made = 0;

  beforeAll(async () => {
    database = await create();
    told = await createToldService(database, {}, { logLevel: 'trace' });
  }, 30_000);
  afterAll(async () => {
    await told.close();
    await database.drop();
  });

  /** What came of telling a new notification of its first change, as it is listed. */
  async function answered(url: string): Promise<ShownDelivery['attempts'][number]> {
    const id = `hook-${String(++made)}`;
    await told.post('notifications', { id, url, signing_key: MARK.repeat(2) });
    await told.patch(`notifications/${id}`, { url: `${url}&changed` });
    const [delivery] = await eventually(async () => {
      const all = await told.deliveries(id);
      expect(all.map(({ attempts }) => attempts.length)).toEqual([1]);
      return all;
    });
    const { headers, text } = await told.service.call('GET', `/api/v1/deliveries/${delivery!.id}`);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(text).not.toMatch(HARMFUL);
    const rows = await told.service.app.get(Database).query('SELECT * FROM delivery_attempts');
    for (const kept of [text, JSON.stringify(rows), told.service.logged.join()]) expect(kept).not.toContain(MARK);
    return delivery!.attempts[0]!;
  }

  it.each([
    ['NUL', 'a\0b', 'a b'],
    ['lone surrogates', Buffer.from('a\ud800b', 'utf16le'), 'a  \ufffdb '],
    ['surrogates in the bytes of UTF-8', Buffer.from('61eda080edb08062', 'hex'), `a${'\ufffd'.repeat(6)}b`],
    ['half a character where it is cut', `${'a'.repeat(1023)}🚀`, `${'a'.repeat(1023)} `],
    ['1 MiB', 'x'.repeat(MEBIBYTE), 'x'.repeat(1024)],
    ['bytes of all values', Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)), undefined],
    ['HTML', '<script>alert("1")</script>\n', '<script>alert("1")</script> '],
    ['orders for a terminal', '\x1b]0;t\x07\x1b[2J\x9b31m\r\nroot# \x7f', ' ]0;t  [2J 31m  root#  '],
    ['text that is turned round', 'a\u202eb\u2066c\u2028d', 'a b c d'],
    ['SQL', `'; DROP TABLE deliveries; -- $1 ? {0}`, `'; DROP TABLE deliveries; -- $1 ? {0}`],
  ])('is harmless where they have %s', async (_, body, expected) => {
    const receiver = await told.receiver(reactions.answer(500, {}, body));
    const { answer, failure } = await answered(`${receiver.url}/?a`);
    expect(failure).toBe('answered 500');
    expect(answer.length).toBeLessThanOrEqual(1024);
    if (expected !== undefined) expect(answer).toBe(expected);
  });

  it('is nothing of where they are and how they are signed in to, though they repeat it', async () => {
    const receiver = await told.receiver((response, { path, headers }) =>
      response.writeHead(404).end(`<pre>Cannot POST ${path.replaceAll('&', '&amp;')}</pre> ${JSON.stringify(headers)}`),
    );
    const { answer, failure } = await answered(`${receiver.url.replace('//', `//${MARK}:${MARK}@`)}${PATH}`);
    expect(failure).toBe('answered 404');
    expect(answer).toMatch(/^<pre>Cannot POST \*\*\*\?token=\*\*\*&amp;of=\*\*\*&amp;changed<\/pre> /);
    expect(answer).toContain('"authorization":"Basic ***"');
  });

  it.each([
    ['resets the connection', reactions.reset(), 'the connection was closed before the answer was complete'],
    ['speaks no HTTP', reactions.babble(), 'the answer is not HTTP'],
    ['leads elsewhere', reactions.redirect(`http://10.0.0.1/${MARK}`), 'answered 302; redirects are not followed'],
  ])('tells nothing of where a receiver is that %s', async (_, reaction, words) => {
    const receiver = await told.receiver(reaction);
    expect(await answered(receiver.url + PATH)).toMatchObject({ failure: words, answer: '' });
  });

  it('tells nothing of the addresses of names', async () => {
    const { failure } = await answered(`http://localhost.invalid${PATH}`);
    expect(failure).toMatch(/^the name has no address$|^the name servers gave no answer$/);
  });
});
