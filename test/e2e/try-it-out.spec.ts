import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtEntryPoint, root } from '../support/built-service';
import { document } from '../support/documented-examples';
import { openApp, TEST_KEY } from '../support/open-app';
import type { TestDatabase } from '../support/databases';
import { runWith } from '../support/run-command';
import { scratchFolder } from '../support/scratch';

/** Only a running service gives these: the page asks for them. */
const GIVEN_BY_SERVICE = ['token_id', 'delivery_id'];

interface Try {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly type?: string;
  readonly body?: unknown;
}

/** Every request that the page sends where somebody presses "Execute" without a change. */
const tries: readonly Try[] = document.operations.flatMap(({ method, path, operation }) => {
  const parameters = operation.parameters.map((one) => document.resolve(one));
  if (parameters.some(({ name }) => GIVEN_BY_SERVICE.includes(String(name)))) return [];
  const asked = parameters.filter(({ example }) => example !== undefined);
  const url = asked
    .filter((one) => one.in === 'path')
    .reduce((all, { name, example }) => all.replace(`{${String(name)}}`, String(example)), path);
  expect(url).not.toContain('{');
  const query = new URLSearchParams(
    asked
      .filter((one) => one.in === 'query')
      .map(({ name, example }): [string, string] => [String(name), String(example)]),
  ).toString();
  const request = { method: method.toUpperCase(), path: query === '' ? url : `${url}?${query}` };
  const contents = Object.entries(operation.requestBody?.content ?? {});
  if (contents.length === 0) return [{ ...request, name: operation.operationId }];
  return contents.flatMap(([type, { examples }]) =>
    Object.entries(examples).map(([key, { value }]) => ({
      ...request,
      name: `${operation.operationId}: ${key} as ${type}`,
      type,
      body: value,
    })),
  );
});

const folder = scratchFolder();
let samples = '';

beforeAll(() => {
  builtEntryPoint();
}, 180_000);

beforeEach(() => {
  samples = join(folder(), 'samples.db');
  const settings = { DATABASE_URL: `sqlite:${samples}`, STORAGE_ENCRYPTION_KEY: `test:${TEST_KEY.toString('base64')}` };
  expect(runWith(settings, ['import', join(root, 'docs/examples/config.json')]).status).toBe(0);
});

it('Every example of the API description works on the sample records, each as if it were the first', async () => {
  const refused: unknown[] = [];
  for (const [index, { name, method, path, type, body }] of tries.entries()) {
    const copy = join(folder(), `${String(index)}.db`);
    copyFileSync(samples, copy);
    const database: TestDatabase = {
      settings: { kind: 'sqlite', path: copy, isDefault: false },
      drop: () => Promise.resolve(),
    };
    const service = await openApp({ database });
    const reply = await service.call(method, path, body, type === undefined ? {} : { 'content-type': type });
    if (reply.status >= 300) refused.push({ name, path, status: reply.status, said: reply.text });
    await service.close();
  }
  expect(tries.length).toBeGreaterThan(40);
  expect(refused).toEqual([]);
}, 180_000);
