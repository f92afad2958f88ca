import {
  Configuration,
  type CreateRelayerPolicyRequest,
  type CreateRelayerRequest,
  HealthApi,
  NotificationsApi,
  NotificationType,
  RelayerNetworkType,
  RelayersApi,
  type SignerConfigRequest,
  SignersApi,
  SignerTypeRequest,
  SolanaFeePaymentStrategy,
  SolanaSwapStrategy,
  StellarFeePaymentStrategy,
  StellarSwapStrategy,
} from '@openzeppelin/relayer-sdk';
import { SignerKinds } from '../../src/signers/domain/kinds';
import { onEachDatabase } from '../support/databases';
import { API_KEY } from '../support/open-app';
import { sharedApp } from '../support/shared-app';
import { refusal } from './refusal';

const KEY = 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const ISSUER = 'GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN';

onEachDatabase('The client of the OpenZeppelin Relayer', (create) =>
  describe.each(['', '/'])('with %j at the end of its base path', (end) => {
    const service = sharedApp(create);
    let relayers: RelayersApi;
    let notifications: NotificationsApi;
    let signers: SignersApi;
    let health: HealthApi;

    beforeAll(() => {
      const configuration = new Configuration({ basePath: service.app.url + end, accessToken: API_KEY });
      relayers = new RelayersApi(configuration);
      notifications = new NotificationsApi(configuration);
      signers = new SignersApi(configuration);
      health = new HealthApi(configuration);
    });

    it('asks for health and readiness', async () => {
      expect((await health.health()).data).toBe('OK');
      expect((await health.readiness()).data).toMatchObject({
        ready: true,
        status: 'healthy',
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/),
      });
    });

    it('creates, reads, lists, updates and deletes notifications', async () => {
      const signing_key = 'a-signing-key-of-more-than-32-bytes';
      const notification = { id: 'hook', type: NotificationType.WEBHOOK, url: 'https://hooks.example.com' };
      const created = await notifications.createNotification({ ...notification, signing_key });

      expect(created.status).toBe(201);
      expect(created.data).toEqual({ success: true, data: { ...notification, has_signing_key: true }, error: '' });
      expect((await notifications.getNotification('hook')).data.data).toEqual(created.data.data);

      const updated = await notifications.updateNotification('hook', { url: 'https://b.example.com', signing_key: '' });
      expect(updated.data.data).toEqual({ ...notification, url: 'https://b.example.com', has_signing_key: false });
      expect((await notifications.listNotifications(1, 5)).data).toEqual({
        success: true,
        data: [updated.data.data],
        error: '',
        pagination: { current_page: 1, per_page: 5, total_items: 1 },
      });

      expect((await notifications.deleteNotification('hook')).data.data).toBe('Notification deleted successfully');
      expect(await refusal(notifications.getNotification('hook'))).toEqual({
        status: 404,
        data: { success: false, data: null, message: 'Notification not found' },
      });
    });

    it.each(Object.values(SignerTypeRequest))('creates, reads, lists and deletes signers of type %s', async (type) => {
      const kind = new SignerKinds().find(type)!;
      const config = kind.examples.good[0] as unknown as SignerConfigRequest;
      const created = await signers.createSigner({ id: 'one', type, config });

      expect(created.status).toBe(201);
      expect(created.data.data).toMatchObject({ id: 'one', type: kind.type });
      expect((await signers.getSigner('one')).data.data).toEqual(created.data.data);
      expect((await signers.listSigners()).data).toMatchObject({
        data: [created.data.data],
        pagination: { current_page: 1, per_page: 10, total_items: 1 },
      });
      expect((await signers.deleteSigner('one')).data.data).toBe('Signer deleted successfully');
    });

    it('hears that signers cannot be updated', async () => {
      expect(await refusal(signers.updateSigner('one', {}))).toMatchObject({ status: 405 });
    });

    describe('with a signer', () => {
      beforeAll(async () => {
        await signers.createSigner({ id: 'key', type: SignerTypeRequest.PLAIN, config: { key: KEY } });
        await notifications.createNotification({ id: 'hook', url: 'https://hooks.example.com' });
      });

      it.each<[RelayerNetworkType, string, CreateRelayerPolicyRequest]>([
        [
          RelayerNetworkType.EVM,
          'sepolia',
          { min_balance: 1e17, gas_price_cap: 1e11, eip1559_pricing: true, whitelist_receivers: [] },
        ],
        [
          RelayerNetworkType.SOLANA,
          'mainnet-beta',
          {
            fee_payment_strategy: SolanaFeePaymentStrategy.USER,
            allowed_tokens: [{ mint: USDC, decimals: 6, swap_config: { slippage_percentage: 0.5, min_amount: 1 } }],
            swap_config: {
              strategy: SolanaSwapStrategy.JUPITER_SWAP,
              cron_schedule: '0 0 * * * *',
              jupiter_swap_options: { priority_fee_max_lamports: 1000, priority_level: 'veryHigh' },
            },
          },
        ],
        [
          RelayerNetworkType.STELLAR,
          'pubnet',
          {
            fee_payment_strategy: StellarFeePaymentStrategy.USER,
            max_fee: 100,
            timeout_seconds: 60,
            concurrent_transactions: true,
            allowed_tokens: [
              {
                asset: `USDC:${ISSUER}`,
                metadata: {
                  kind: { classic: { code: 'USDC', issuer: ISSUER } },
                  decimals: 7,
                  canonical_asset_id: `USDC:${ISSUER}`,
                },
              },
            ],
            swap_config: { strategies: [StellarSwapStrategy.ORDER_BOOK, StellarSwapStrategy.SOROSWAP] },
          },
        ],
      ])('creates, reads, lists, updates and deletes relayers of %s', async (network_type, network, policies) => {
        const request: CreateRelayerRequest = {
          id: 'relayer',
          name: 'Relayer',
          network,
          network_type,
          paused: false,
          signer_id: 'key',
          notification_id: 'hook',
          custom_rpc_urls: [{ url: 'https://rpc.example.com', weight: 50 }],
          policies,
        };
        const created = await relayers.createRelayer(request);

        expect(created.status).toBe(201);
        expect(created.data.data).toEqual({ ...request, address: expect.any(String), system_disabled: false });
        expect((await relayers.getRelayer('relayer')).data.data).toEqual(created.data.data);

        const updated = await relayers.updateRelayer('relayer', { name: 'Renamed', paused: true });
        expect(updated.data.data).toEqual({ ...created.data.data, name: 'Renamed', paused: true });
        expect((await relayers.listRelayers(1, 100)).data).toEqual({
          success: true,
          data: [updated.data.data],
          error: '',
          pagination: { current_page: 1, per_page: 100, total_items: 1 },
        });

        expect((await relayers.deleteRelayer('relayer')).data.data).toBe('Relayer deleted successfully');
        expect(await refusal(relayers.getRelayer('relayer'))).toEqual({
          status: 404,
          data: { success: false, data: null, message: 'Relayer with ID relayer not found' },
        });
      });

      it('sends great amounts as JavaScript writes them, which are taken for what they denote', async () => {
        await relayers.createRelayer({
          id: 'great',
          name: 'Great',
          network: 'sepolia',
          network_type: RelayerNetworkType.EVM,
          paused: true,
          signer_id: 'key',
          policies: { min_balance: 1e21 },
        });
        const { text } = await service.call('GET', '/api/v1/relayers/great');
        await relayers.deleteRelayer('great');

        expect(text).toContain('"min_balance":1000000000000000000000}');
      });
    });

    it('hears that it has no good token', async () => {
      const stranger = new RelayersApi(new Configuration({ basePath: service.app.url, accessToken: 'x'.repeat(40) }));

      expect(await refusal(stranger.listRelayers())).toEqual({
        status: 401,
        data: { success: false, data: null, message: 'Unauthorized' },
      });
    });
  }),
);
