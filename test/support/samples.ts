import type { OpenApp } from './open-app';

/** A valid key of secp256k1 that differs for every number. */
export const privateKey = (number: number): string => number.toString(16).padStart(64, '0');

export const signerBody = (id: string, key = privateKey(1)): object => ({ id, type: 'local', config: { key } });

export const relayerBody = (id: string, signerId: string, rest: object = {}): object => ({
  id,
  name: `Relayer ${id}`,
  network: 'sepolia',
  network_type: 'evm',
  signer_id: signerId,
  paused: false,
  ...rest,
});

/** A relayer, its signer and its notification, whose ids are `relayer`, `signer` and `hook`. */
export async function createRelayer(service: Pick<OpenApp, 'call'>, rest: object = {}): Promise<void> {
  const post = (path: string, body: object): Promise<void> => created(service.call('POST', path, body));
  await post('/api/v1/signers', signerBody('signer'));
  await post('/api/v1/notifications', { id: 'hook', url: 'https://hooks.example.com/a', signing_key: 'k'.repeat(32) });
  await post('/api/v1/relayers', relayerBody('relayer', 'signer', { notification_id: 'hook', ...rest }));
}

async function created(reply: ReturnType<OpenApp['call']>): Promise<void> {
  const { status, text } = await reply;
  if (status !== 200 && status !== 201) throw new Error(`Not created: ${text}`);
}
