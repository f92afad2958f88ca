import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { WEBHOOK_EVENTS } from '../../src/webhooks/domain/events';
import { SigningKey } from '../../src/notifications/domain/signing-key';
import { readSettings } from '../../src/settings/read-settings';
import { root } from '../support/built-service';
import { type OpenSender, openSender } from '../support/open-sender';
import { scratchFolder } from '../support/scratch';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver';
import { fencesOf } from './examples';
import { canRun, type Case, LANGUAGES, verdictsOf } from './webhook-programs';

const page = readFileSync(join(root, 'docs/guides/webhooks.md'), 'utf8');
const fences = fencesOf(page);

const KEY = 'ein-Schlüssel-of-at-least-32-bytes-🔑';
const OLD_KEY = 'the-signing-key-that-was-before-it';
const SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
const BODY = '{"id":"msg_1","text":"übergroß 🚀","amount":340282366920938463463374607431768211455}';
const OLD_MS = 6 * 60_000;

describe('docs/guides/webhooks.md', () => {
  const folder = scratchFolder();
  let receiver: WebhookReceiver;
  let sender: OpenSender;

  beforeEach(async () => {
    receiver = await startWebhookReceiver();
    sender = openSender();
    sender.clock.advance(Date.now() - sender.clock.now().getTime());
  });

  afterEach(async () => {
    await sender.close();
    await receiver.close();
  });

  /** What a receiver with a key gets of a delivery that is signed under some. */
  async function delivered(key: string, ...keys: string[]): Promise<Case> {
    await sender.send(receiver.url, { body: BODY, keys: keys.map((text) => new SigningKey(text)) });
    const { body, headers } = receiver.requests.at(-1)!;
    return { body, headers: headers as Record<string, string>, key };
  }

  /** Deliveries, and what is true of them. */
  async function cases(): Promise<readonly (readonly [Case, isGenuine: boolean, hasSignature: boolean])[]> {
    const genuine = await delivered(KEY, KEY);
    const forged = (headers: Record<string, string>): Case => ({
      ...genuine,
      headers: { ...genuine.headers, ...headers },
    });
    const found = [
      [genuine, true, true],
      [await delivered(SECRET, SECRET), true, true],
      [await delivered(OLD_KEY, KEY, OLD_KEY), true, false],
      [await delivered(OLD_KEY, KEY), false, false],
      [await delivered(KEY), false, false],
      [{ ...genuine, body: BODY.replace('455}', '456}') }, false, false],
      [forged({ 'webhook-id': 'msg_2' }), false, true],
      [forged({ 'webhook-timestamp': String(Math.floor(Date.now() / 1000) - 10) }), false, true],
      [forged({ 'webhook-timestamp': 'now' }), false, true],
      [forged({ 'webhook-signature': 'v1,AAAA v2,BBBB', 'x-signature': 'ÄÖÜ' }), false, false],
    ] as const;
    sender.clock.advance(-OLD_MS);
    const old = await delivered(KEY, KEY);
    sender.clock.advance(2 * OLD_MS);
    return [...found, [old, false, true], [await delivered(KEY, KEY), false, true]];
  }

  it.each(LANGUAGES.filter(canRun))('has code for $name that tells what is genuine', async (language) => {
    const [name, index] = language.fence;
    const code = fences.filter((fence) => fence.language === name)[index]!.content;
    const all = await cases();
    const verdicts = verdictsOf(
      language,
      code,
      all.map(([each]) => each),
      folder(),
    );
    const expected = all.map(([, isGenuine, hasSignature]) => ({ isGenuine, hasSignature }));
    const knowsBoth = verdicts.every((verdict) => verdict.hasSignature !== null);
    expect(verdicts).toEqual(knowsBoth ? expected : expected.map((each) => ({ ...each, hasSignature: null })));
  });

  for (const { name } of LANGUAGES.filter((language) => !canRun(language))) {
    process.stderr.write(`NOT TESTED: the code for ${name} in docs/guides/webhooks.md (this machine has no ${name})\n`);
  }

  it('has no code that nobody runs', () => {
    const code = fences.filter(({ language }) => language !== 'json');
    expect(code.map(({ language }) => language)).toEqual(LANGUAGES.map(({ fence: [language] }) => language));
    expect(page.match(/^\s*(```|~~~)/gm)).toHaveLength(fences.length * 2);
  });

  it('lists every event, with what its payload has', () => {
    const rows = [...page.matchAll(/^\| `(\w+)` +\| `(\w+)` +\| ([^|]+?) +\| ([^|]+?) +\|$/gm)];
    const listed = WEBHOOK_EVENTS.map(({ event, payloadType, summary, subject, isVersioned, more }) => [
      event,
      payloadType,
      summary.charAt(0).toLowerCase() + summary.slice(1),
      [subject, ...(isVersioned ? ['version'] : []), ...Object.keys(more)].map((name) => `\`${name}\``).join(', '),
    ]);
    expect(rows.slice(1).map(([, ...cells]) => cells)).toEqual(listed);
  });

  it('tells the defaults of the settings', () => {
    const { webhooks } = readSettings({});
    const minutes = (milliseconds: number): string => String(milliseconds / 60_000);
    const delays = /^\| After +\|(.+)\|$/m
      .exec(page)![1]!
      .split('|')
      .map((cell) => cell.trim());
    const units: Record<string, number> = { s: 1 / 60, m: 1, h: 60 };
    const told = delays.slice(1).map((text) => String(Number(text.split(' ')[0]) * units[text.split(' ')[1]!]!));
    expect(told).toEqual(webhooks.retryDelaysMs.map(minutes));
    expect(page).toContain(`An attempt has ${webhooks.timeoutMs / 1000} seconds`);
    expect(page).toContain(`For ${Number(minutes(webhooks.keyOverlapMs)) / 60} hours (\`WEBHOOK_KEY_OVERLAP\`)`);
    expect(page).toContain(`sends ${webhooks.concurrency} deliveries at once (\`WEBHOOK_CONCURRENCY\`)`);
    expect(page).toContain(`and ${webhooks.concurrencyPerNotification} to one notification`);
  });
});
