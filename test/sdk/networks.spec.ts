import { Configuration, NetworksApi } from '@openzeppelin/relayer-sdk';
import { onEachDatabase } from '../support/databases';
import { API_KEY } from '../support/open-app';
import { sharedApp } from '../support/shared-app';
import { refusal } from './refusal';

onEachDatabase('The client of the OpenZeppelin Relayer', (create) => {
  const service = sharedApp(create);

  it.each(['', '/'])('lists, reads and updates networks, with %j at the end of its base path', async (end) => {
    const networks = new NetworksApi(new Configuration({ basePath: service.app.url + end, accessToken: API_KEY }));
    const { data: page } = await networks.listNetworks(1, 100);
    expect(page).toMatchObject({ success: true, error: '', pagination: { current_page: 1, total_items: 63 } });
    const { data: read } = await networks.getNetwork('evm:sepolia');
    expect(read.data).toMatchObject({ id: 'evm:sepolia', name: 'sepolia', network_type: 'evm', chain_id: 11155111 });
    expect(page.data).toContainEqual(read.data);

    const rpc_urls = ['https://one.example.com', { url: 'https://two.example.com', weight: 50 }];
    const { data: updated } = await networks.updateNetwork('evm:sepolia', { rpc_urls });
    const stored = [{ url: 'https://one.example.com', weight: 100 }, rpc_urls[1]];
    expect(updated.data).toEqual({ ...(read.data as object), rpc_urls: stored });
    expect((await networks.getNetwork('evm:sepolia')).data).toEqual(updated);
    expect((await networks.updateNetwork('evm:sepolia', {})).data).toEqual(updated);
    expect(await refusal(networks.updateNetwork('evm:sepolia', { rpc_urls: [] }))).toMatchObject({ status: 400 });
    expect(await refusal(networks.getNetwork('evm:none'))).toEqual({
      status: 404,
      data: { success: false, data: null, message: "Network with ID 'evm:none' not found" },
    });
  });
});
