import { pluginEntity } from '../builders/entities';
import type { Json } from './api-document';
import type { DocumentedAnswers } from './documented-answers';
import { given, idOf, shown } from './documented-examples';
import { removePlugin, storePlugins } from './stored-plugins';
import { unlessStill } from './unless-still';

/** Sends what is documented of plugins, which no request creates. */
export async function showPlugins({ call, pageTwice, service }: DocumentedAnswers): Promise<void> {
  const plugins = shown('getPlugin', 200).map(({ data }) => data as Json);
  const name = idOf(plugins[0]!);
  for (const draft of plugins) {
    await storePlugins(service, pluginEntity(name, draft));
    const read = await call('getPlugin', 200, { name });
    expect(read.json.data).toEqual(draft);
    await call('getPlugin', 304, { name, headers: unlessStill(read) });
    await removePlugin(service, name);
  }
  await storePlugins(service, pluginEntity(name));
  await pageTwice('listPlugins', '?page=0&per_page=2');
  for (const body of given('updatePlugin')) await call('updatePlugin', 200, { name, body });
  const [body] = given('updatePlugin');
  await call('updatePlugin', 404, { body });
  await call('updatePlugin', 412, { name, body, headers: { 'if-match': '"0.0"' } });
}
