import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { SendOutcome } from '../../src/webhooks/domain/webhook-sender';
import { root } from '../support/built-service';
import { Certificates } from '../support/certificates';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver';

const HOST = 'hooks.example.com';
const INVALID = { failure: 'the certificate is not valid', answer: '', latencyMs: expect.any(Number) };

describe('A webhook that speaks TLS', () => {
  let folder: string;
  let certificates: Certificates;
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'certificates-'));
    certificates = new Certificates(folder);
    for (const name of ['authority', 'stranger']) certificates.authority(name);
    certificates.server('receiver', HOST, 'authority');
    const tls = { key: certificates.read('receiver.key'), cert: certificates.read('receiver.crt') };
    receiver = await startWebhookReceiver({ tls });
  });

  afterAll(async () => {
    await receiver.close();
    rmSync(folder, { recursive: true });
  });

  /** What comes of a delivery by a process that trusts an authority, as an operator would tell it to. */
  async function outcome(host: string, authority: string): Promise<SendOutcome> {
    const program = ['-r', './bench/typescript.cjs', 'test/support/send-once.ts'];
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [...program, `https://${host}:${String(receiver.port)}/`],
      { cwd: root, env: { PATH: process.env.PATH, NODE_EXTRA_CA_CERTS: certificates.path(`${authority}.crt`) } },
    );
    return JSON.parse(stdout) as SendOutcome;
  }

  it('gets its deliveries under its name, at the address that was validated', async () => {
    expect(await outcome(HOST, 'authority')).toMatchObject({ status: 200, answer: 'ok' });
    expect(receiver.requests).toHaveLength(1);
  });

  it('gets none under another name, or with a certificate that nobody vouches for', async () => {
    const before = receiver.requests.length;
    expect(await outcome(`other.${HOST}`, 'authority')).toEqual(INVALID);
    expect(await outcome('127.0.0.1', 'authority')).toEqual(INVALID);
    expect(await outcome(HOST, 'stranger')).toEqual(INVALID);
    expect(receiver.requests).toHaveLength(before);
  });
});
