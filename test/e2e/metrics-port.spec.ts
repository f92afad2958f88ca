import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { connect } from 'node:net';
import { MetricsServer } from '../../src/metrics/metrics-server';
import { databases } from '../support/databases';
import { eventually } from '../support/eventually';
import { metricNamesOf, samplesOf } from '../support/prometheus';
import { sharedApp } from '../support/shared-app';

describe('The port of the metrics', () => {
  const service = sharedApp(databases[0]!.create);
  let url: string;

  beforeAll(async () => {
    const port = await service.app.app.get(MetricsServer).listen(0, '127.0.0.1');
    url = `http://127.0.0.1:${String(port)}`;
  });

  const names = async (): Promise<string[]> => (await (await fetch(`${url}/metrics`)).json()) as string[];

  it('lists the names of all metrics, to everybody', async () => {
    const reply = await fetch(`${url}/metrics`);
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    const { text } = await service.call('GET', '/metrics');
    expect(await reply.json()).toEqual(metricNamesOf(text));
  });

  it('tells each of them as the text of Prometheus does', async () => {
    const { text: whole } = await service.call('GET', '/metrics');
    for (const name of await names()) {
      const reply = await fetch(`${url}/metrics/${name}`);
      const text = await reply.text();
      expect([reply.status, reply.headers.get('content-type')]).toEqual([
        200,
        'text/plain; version=0.0.4; charset=utf-8',
      ]);
      expect(metricNamesOf(text)).toEqual([name]);
      expect(samplesOf(text).every((sample) => sample.name.startsWith(name))).toBe(true);
      expect(whole).toContain(text.split('\n').slice(0, 2).join('\n'));
    }
  });

  it('tells all of them at once', async () => {
    const reply = await fetch(`${url}/debug/metrics/scrape`);
    expect([reply.status, metricNamesOf(await reply.text())]).toEqual([200, await names()]);
  });

  it('takes in a few requests of a pipeline at once', async () => {
    let [begun, ended, most] = [0, 0, 0];
    const begin = (): void => {
      begun++;
      most = Math.max(most, begun - ended);
    };
    const end = (): number => ended++;
    subscribe('http.server.request.start', begin);
    subscribe('http.server.response.finish', end);
    const client = connect(Number(new URL(url).port), '127.0.0.1').resume();
    client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(2_000));
    await eventually(() => expect(ended).toBe(2_000));
    client.destroy();
    unsubscribe('http.server.request.start', begin);
    unsubscribe('http.server.response.finish', end);
    expect(most).toBeLessThanOrEqual(16);
  });

  it.each(['//metrics', '/metrics/', '/metrics?any=1', '//debug/metrics/scrape'])(
    'has them at %s as well',
    async (path) => {
      expect((await fetch(url + path)).status).toBe(200);
      const head = await fetch(url + path, { method: 'HEAD' });
      expect([head.status, await head.text()]).toEqual([200, '']);
    },
  );

  it.each([
    ['GET', '/metrics/nothing', 404, 'Metric not found'],
    ['GET', '/metrics/%E0%A4', 404, 'Metric not found'],
    ['GET', '/metrics/a/b', 404, 'Not Found'],
    ['GET', '/api/v1/relayers', 404, 'Not Found'],
    ['GET', '/', 404, 'Not Found'],
    ['POST', '/metrics', 405, 'Method Not Allowed'],
  ])('refuses %s %s in the envelope', async (method, path, status, message) => {
    const reply = await fetch(url + path, { method });
    expect([reply.status, await reply.json()]).toEqual([status, { success: false, data: null, message }]);
    expect(reply.headers.get('allow')).toBe(status === 405 ? 'GET, HEAD' : null);
  });

  it('is closed with the service', async () => {
    await service.app.app.get(MetricsServer).onApplicationShutdown();
    await expect(fetch(`${url}/metrics`)).rejects.toThrow();
  });
});
