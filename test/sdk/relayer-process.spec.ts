import { Configuration, PluginsApi, RelayersApi } from '@openzeppelin/relayer-sdk';
import { databases } from '../support/databases';
import { API_KEY } from '../support/open-app';
import { sharedApp } from '../support/shared-app';
import { refusal } from './refusal';

/** What is sent makes no difference. */
const ANY = {} as never;

describe('What only a relayer process does', () => {
  const service = sharedApp(databases[0]!.create);
  const configuration = (): Configuration => new Configuration({ basePath: service.app.url, accessToken: API_KEY });

  it.each<[string, (relayers: RelayersApi) => Promise<unknown>]>([
    ['balance', (relayers) => relayers.getRelayerBalance('relayer')],
    ['status', (relayers) => relayers.getRelayerStatus('relayer')],
    ['rpc', (relayers) => relayers.rpc('relayer', ANY)],
    ['sign', (relayers) => relayers.sign('relayer', ANY)],
    ['signTransaction', (relayers) => relayers.signTransaction('relayer', ANY)],
    ['signTypedData', (relayers) => relayers.signTypedData('relayer', ANY)],
    ['sendTransaction', (relayers) => relayers.sendTransaction('relayer', ANY)],
    ['listTransactions', (relayers) => relayers.listTransactions('relayer', 1, 10)],
    ['getTransactionById', (relayers) => relayers.getTransactionById('relayer', 'one')],
    ['getTransactionByNonce', (relayers) => relayers.getTransactionByNonce('relayer', 7)],
    ['replaceTransaction', (relayers) => relayers.replaceTransaction('relayer', 'one', ANY)],
    ['cancelTransaction', (relayers) => relayers.cancelTransaction('relayer', 'one')],
    ['deletePendingTransactions', (relayers) => relayers.deletePendingTransactions('relayer')],
    ['quoteSponsoredTransaction', (relayers) => relayers.quoteSponsoredTransaction('relayer', ANY)],
    ['buildSponsoredTransaction', (relayers) => relayers.buildSponsoredTransaction('relayer', ANY)],
  ])('%s is refused with where it is done', async (_, ask) => {
    expect(await refusal(ask(new RelayersApi(configuration())))).toEqual(elsewhere);
  });

  it.each<[string, (plugins: PluginsApi) => Promise<unknown>]>([
    ['callPlugin', (plugins) => plugins.callPlugin('quote', { params: {} }, '/verify')],
    ['callPluginGet', (plugins) => plugins.callPluginGet('quote', '/verify')],
  ])('%s is refused with where it is done', async (_, ask) => {
    expect(await refusal(ask(new PluginsApi(configuration())))).toEqual(elsewhere);
  });
});

const elsewhere = {
  status: 501,
  data: { success: false, data: null, message: expect.stringMatching(/^Not Implemented: .* by a relayer process/) },
};
