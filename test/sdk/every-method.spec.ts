import * as sdk from '@openzeppelin/relayer-sdk';
import { MetricsServer } from '../../src/metrics/metrics-server';
import { databases } from '../support/databases';
import { API_KEY } from '../support/open-app';
import { sharedApp } from '../support/shared-app';
import { refusal } from './refusal';

type Api = new (
  configuration: sdk.Configuration,
) => Readonly<Record<string, (...given: unknown[]) => Promise<unknown>>>;

/** Every method of the client, those of later versions included. */
const methods = Object.entries(sdk as unknown as Readonly<Record<string, Api>>)
  .filter(([name]) => /^[A-Z]\w+Api$/.test(name))
  .flatMap(([name, api]) =>
    Object.getOwnPropertyNames(api.prototype)
      .filter((method) => method !== 'constructor')
      .map((method) => ({ name: `${name}.${method}`, api, method })),
  );

describe('Of the client of the OpenZeppelin Relayer', () => {
  const service = sharedApp(databases[0]!.create);
  let metricsUrl: string;

  beforeAll(async () => {
    const port = await service.app.app.get(MetricsServer).listen(0, '127.0.0.1');
    metricsUrl = `http://127.0.0.1:${String(port)}`;
  });

  it('there are 43 methods or more', () => {
    expect(methods.length).toBeGreaterThanOrEqual(43);
  });

  it.each(methods)('$name has a route', async ({ api, method }) => {
    const basePath = api === (sdk.MetricsApi as unknown) ? metricsUrl : service.app.url;
    const called = new api(new sdk.Configuration({ basePath, accessToken: API_KEY }))[method]!(
      'nobody',
      'nobody',
      'nobody',
    );
    const answer = await refusal(called);
    if (answer instanceof Error && answer.message === 'It was not refused') return;
    expect(answer).toMatchObject({ status: expect.any(Number), data: { success: false } });
    expect(answer).not.toMatchObject({ data: { message: 'Not Found' } });
    if (method !== 'updateSigner') expect(answer).not.toMatchObject({ status: 405 });
  });
});
