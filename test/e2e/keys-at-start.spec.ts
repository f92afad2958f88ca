import { KeysService } from '../../src/encryption/keys.service';
import { OpaqueTexts } from '../../src/kernel/opaque-texts';
import { SettingsError } from '../../src/settings/settings-error';
import { onEachDatabase } from '../support/databases';
import { A, B, keyedService } from '../support/keyed-service';
import { privateKey, relayerBody, signerBody } from '../support/samples';

onEachDatabase('At the start, the keys that seal secrets', (create) => {
  const keyed = keyedService(create);
  const { open, close, reopen, get, query } = keyed;

  it('are asked for at the start where only a retired signing key needs one', async () => {
    await reopen(B, A);
    await keyed.service.call('PATCH', '/api/v1/notifications/hook', { signing_key: 'n'.repeat(32) });
    await query(`UPDATE retired_signing_keys SET key_id = 'lost'`);
    await close();
    await expect(open([B, A])).rejects.toThrow('also the key named lost, which seals retired_signing_keys');
    await open([B, A, { id: 'lost', key: B.key }]);
    expect((await get('notifications/hook')).status).toBe(200);
  });

  it('are asked for at the start, each by its name', async () => {
    await close();
    await expect(open([B])).rejects.toThrow(SettingsError);
    await expect(open([B])).rejects.toThrow(`also the key named ${A.id}, which seals signers`);
    const impostor = { id: A.id, key: B.key };
    await expect(open([impostor])).rejects.toThrow(`under the name ${A.id} the key that seals relayers`);
    await open([B, A]);
    expect((await get('relayers/relayer')).status).toBe(200);
  });

  it('are known by themselves: a start names each record that does not open, and serves the rest', async () => {
    await keyed.service.call('DELETE', '/api/v1/relayers/relayer');
    await keyed.service.call('DELETE', '/api/v1/notifications/hook');
    await query(`UPDATE signers SET secrets = REPLACE(secrets, '"1.${A.id}.', '"1.${A.id}.x')`);
    await reopen(A, B);
    expect(keyed.service.logged.join('')).toContain(`What key ${A.id} sealed at signers/signer/key was altered`);
    const impostor = { id: A.id, key: B.key };
    await close();
    await expect(open([impostor])).rejects.toThrow(`under the name ${A.id} the key that seals signers`);
    await open([A]);
    expect((await get('signers/signer')).status).toBe(200);
    expect((await keyed.service.call('POST', '/api/v1/signers', signerBody('next', privateKey(3)))).status).toBe(201);
  });

  it('are right where all that they still seal does not open', async () => {
    await query(`UPDATE signers SET secrets = REPLACE(secrets, '"1.${A.id}.', '"1.${A.id}.x')`);
    await reopen(B, A);
    expect((await keyed.service.app.get(KeysService).rotate()).remaining).toBe(1);
    await reopen(B, A);
    expect((await get('relayers/relayer')).status).toBe(200);
    await close();
    const impostor = { id: A.id, key: B.key };
    await expect(open([{ ...B, id: 'other' }, impostor])).rejects.toThrow(SettingsError);
    await open([B, A]);
  });

  it('may get the name of one that nothing needs any more', async () => {
    const next = { id: A.id, key: Buffer.alloc(32, 3) };
    await reopen(B, A);
    await keyed.service.app.get(KeysService).rotate();
    await reopen(B, next);
    await reopen(next, B);
    await keyed.service.app.get(KeysService).rotate();
    await reopen(next);
    expect((await get('relayers/relayer')).status).toBe(200);
  });

  it('keep a value from being moved to another record, which alone is not served then', async () => {
    for (const id of ['two', 'three']) {
      const body = relayerBody(id, 'signer', {
        network: id,
        custom_rpc_urls: [{ url: `https://${id}.example.com/x` }],
      });
      expect((await keyed.service.call('POST', '/api/v1/relayers', body)).status).toBe(201);
    }
    const swap = async (): Promise<void> => {
      const [one, other] = await query<{ urls: string }>(
        "SELECT custom_rpc_urls AS urls FROM relayers WHERE id IN ('relayer', 'two') ORDER BY id",
      );
      await query(`UPDATE relayers SET custom_rpc_urls = '${other!.urls}' WHERE id = 'relayer'`);
      await query(`UPDATE relayers SET custom_rpc_urls = '${one!.urls}' WHERE id = 'two'`);
    };
    await swap();
    for (const id of ['two', 'relayer']) {
      expect((await get(`relayers/${id}`)).status).toBe(500);
      expect((await keyed.service.call('PATCH', `/api/v1/relayers/${id}`, { paused: true })).status).toBe(500);
    }
    expect((await get('relayers/three')).status).toBe(200);
    const list = await get(`relayers?per_page=3&after=${new OpaqueTexts([A.key]).cursor('/api/v1/relayers', 0)}`);
    expect((list.json.data as { id: string }[]).map(({ id }) => id)).toEqual(['three']);
    expect(list.headers.get('link')).toContain('rel="next"');
    const logged = keyed.service.logged.join('');
    expect(logged).toContain(`What key ${A.id} sealed at relayers/two/custom_rpc_urls was altered`);
    expect(logged).not.toContain('planted');
    // It starts all the same, as the key opens others.
    await reopen(A);
    await swap();
    expect((await get('relayers/two')).json.data).toMatchObject({
      custom_rpc_urls: [{ url: 'https://two.example.com/x' }],
    });
  });
});
