import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { apiDescription } from '../../src/cli/openapi.command';
import { parseExact, stringifyExact } from '../../src/kernel/exact-json';
import { ApiDocument, committedText, type Json, walk } from '../support/api-document';
import { builtEntryPoint } from '../support/built-service';
import { OPERATION_IDS } from './operation-ids';

const document = new ApiDocument(committedText);
const { operations } = document;
const everything = [...walk(document.json)];
const isShown = (pointer: string): boolean => pointer.includes('/examples/');

/** The schemas of the document that describe objects. */
const objects = everything.filter(
  ([pointer, value]) => value.type === 'object' && 'properties' in value && !isShown(pointer),
);

describe('openapi.json', () => {
  it('is what the code says: if not, run `relayctl openapi > openapi.json`', async () => {
    expect(await apiDescription()).toBe(committedText);
  });

  it(
    'is what the built command prints, without settings',
    () => {
      const printed = execFileSync(process.execPath, [builtEntryPoint(), 'openapi'], {
        cwd: tmpdir(),
        env: {},
        maxBuffer: 64 * 1024 * 1024,
      });
      expect(printed.toString()).toBe(committedText);
    },
    // In milliseconds: a build may be needed first.
    120_000,
  );

  it('has every digit of the greatest amounts', () => {
    expect(committedText).toContain(`"maximum": ${String(2n ** 128n - 1n)}`);
    expect(committedText).toContain(`"maximum": ${String(2n ** 64n - 1n)}`);
    expect(`${stringifyExact(parseExact(committedText), 2)}\n`).toBe(committedText);
  });

  it('calls its operations as the OpenZeppelin Relayer does, for good', () => {
    expect(operations.map(({ method, path, operation }) => `${method} ${path} ${operation.operationId}`)).toEqual(
      OPERATION_IDS,
    );
  });
});

describe('The structure of openapi.json', () => {
  it('is OpenAPI 3.1 with a title, a version, a server and a bearer scheme', () => {
    expect(document.json).toMatchObject({
      openapi: '3.1.0',
      info: {
        title: expect.any(String),
        version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
        license: expect.anything(),
      },
      servers: [{ url: '/' }],
      components: { securitySchemes: { bearer_auth: { type: 'http', scheme: 'bearer' } } },
    });
  });

  it('has only members that OpenAPI knows, and extensions', () => {
    const known = (value: object, names: readonly string[]) =>
      Object.keys(value).filter((name) => !names.includes(name));
    const { components, paths } = document.json as Record<string, Record<string, Record<string, Json>>>;
    expect(known(document.json, ['openapi', 'info', 'servers', 'tags', 'paths', 'webhooks', 'components'])).toEqual([]);
    expect(known(components!, ['schemas', 'responses', 'parameters', 'headers', 'securitySchemes'])).toEqual([]);
    for (const item of Object.values(paths!)) expect(known(item, ['get', 'post', 'patch', 'delete'])).toEqual([]);
    for (const { operation } of operations) {
      const names = 'operationId tags summary description security parameters requestBody responses'.split(' ');
      expect(known(operation, names)).toEqual([]);
      expect(Object.keys(operation.responses).filter((status) => !/^[2-5]\d\d$/.test(status))).toEqual([]);
    }
    for (const name of Object.values(components!).flatMap((named) => Object.keys(named))) {
      expect(name).toMatch(/^[a-zA-Z0-9._-]+$/);
    }
  });

  it('refers to nothing that is not there', () => {
    const references = everything.filter(([pointer, { $ref }]) => typeof $ref === 'string' && !isShown(pointer));
    expect(references.length).toBeGreaterThan(100);
    for (const [, { $ref }] of references) expect(document.at(String($ref).slice(1))).toBeDefined();
    const mapped = everything.flatMap(([, { mapping }]) => Object.values((mapping ?? {}) as Record<string, string>));
    expect(mapped.length).toBeGreaterThan(0);
    for (const target of mapped) expect(document.at(target.slice(1))).toBeDefined();
  });

  it.each(operations)('$method $path has the parameters of its path, its tag and its security scheme', (place) => {
    const { operation, path } = place;
    const parameters = operation.parameters.map((parameter) => document.resolve(parameter));
    const inPath = parameters.filter((parameter) => parameter.in === 'path');
    expect(inPath.map(({ name }) => `{${String(name)}}`)).toEqual(path.match(/\{\w+\}/g) ?? []);
    expect(inPath.every(({ required }) => required === true)).toBe(true);
    expect(new Set(parameters.map(({ name }) => name)).size).toBe(parameters.length);
    const tags = (document.json.tags as { name: string }[]).map(({ name }) => name);
    expect(tags).toEqual(expect.arrayContaining([...operation.tags]));
    expect(operation.security).toEqual(operation.tags[0] === 'Health' ? [] : [{ bearer_auth: [] }]);
  });

  it('has schemas that a strict reader of JSON Schema 2020-12 accepts', () => {
    const schemas = [
      ...Object.values((document.json.components as Record<string, Record<string, Json>>).schemas!),
      ...everything.flatMap(([, { schema }]) => (typeof schema === 'object' ? [schema as Json] : [])),
    ];
    expect(schemas.length).toBeGreaterThan(100);
    for (const schema of schemas) expect(() => document.validate(schema)).not.toThrow();
  });
});

/** The examples of RFC 4648 encode "foobar". */
const CDP = {
  api_key_id: 'k',
  api_key_secret: 'Zm9vYmFy',
  wallet_secret: 'Zm9vYmE=',
  account_address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
};

describe('What openapi.json tells', () => {
  it.each(operations)('$method $path is described, and so are its parameters, answers and headers', (place) => {
    const { operation } = place;
    expect(operation.summary).toMatch(/^[A-Z].*[^.]$/);
    expect(operation.description).toMatch(/\.$/);
    const answers = Object.keys(operation.responses).map((status) => document.answer(place, Number(status)));
    const headers = answers.flatMap((answer) => Object.values(answer.headers ?? {}) as Json[]);
    for (const part of [...operation.parameters, ...answers, ...headers]) {
      expect(document.resolve(part as Json).description).toMatch(/\S.*\.$/);
    }
  });

  it('describes every field of every object', () => {
    expect(objects.length).toBeGreaterThan(50);
    for (const [pointer, { properties }] of objects) {
      for (const [name, schema] of Object.entries(properties as Record<string, Json>)) {
        expect(`${pointer}/${name}: ${String(document.resolve(schema).description)}`).toMatch(/: [A-Z].+\.$/s);
      }
    }
  });

  it.each([
    ['DisableRelayerRequest', { disabled: true, reason: { type: 'NonceSyncFailed', details: 'a\0b' } }],
    ['UpdatePluginRequest', { config: { list: [{ text: '\0' }] } }],
    ['UpdatePluginRequest', { config: { a: { constructor: 1 } } }],
    ['CdpSignerConfigRequest', { ...CDP, wallet_secret: 'AAAAAAAA' }],
    ['CdpSignerConfigRequest', { ...CDP, wallet_secret: 'no base64' }],
    ['RpcConfigRequest', { url: 'https://rpc.example.com/ ' }],
    ['ConfigurationRequest', { plugins: [{}] }],
    ['ConfigurationRequest', { networks: [] }],
  ])('says of %s that %j is refused', (name, value) => {
    expect(document.faults({ $ref: `#/components/schemas/${name}` }, value)).not.toEqual([]);
  });

  it('says which cursors there may be, that plugins may be null, and that anything can be validated', () => {
    const { After } = (document.json.components as Record<string, Record<string, Json>>).parameters!;
    expect([
      document.faults(After!.schema as Json, 'AbCdEfGhIjKlMnOpQrStUv'),
      document.faults(After!.schema as Json, '0').length,
    ]).toEqual([[], 1]);
    expect(
      document.faults({ $ref: '#/components/schemas/ConfigurationRequest' }, { plugins: null, networks: '' }),
    ).toEqual([]);
    expect(document.faults({ $ref: '#/components/schemas/ConfigurationToValidate' }, { plugins: 1 })).toEqual([]);
  });

  it('shows for every field a value that its schema accepts', () => {
    let shown = 0;
    for (const [pointer, { properties }] of objects) {
      for (const [name, schema] of Object.entries(properties as Record<string, Json>)) {
        for (const example of (schema.examples ?? []) as unknown[]) {
          expect([`${pointer}/${name}`, document.faults(schema, example)]).toEqual([`${pointer}/${name}`, []]);
          shown += 1;
        }
      }
    }
    expect(shown).toBeGreaterThan(200);
  });

  it.each(operations)('$method $path has examples for its body and every answer, valid by their schemas', (place) => {
    const { operation } = place;
    const answers = Object.keys(operation.responses).map((status) => document.answer(place, Number(status)));
    const contents = [operation.requestBody?.content, ...answers.map(({ content }) => content)];
    const bodies = contents.flatMap((content) => Object.values(content ?? {}));
    for (const { schema, examples } of bodies) {
      expect(Object.keys(examples)).not.toEqual([]);
      for (const { summary, value } of Object.values(examples)) {
        expect(summary).not.toBe('');
        expect(document.faults(schema, value)).toEqual([]);
      }
    }
    const without = Object.keys(operation.responses).filter(
      (status) => !document.answer(place, Number(status)).content,
    );
    expect(without.filter((status) => status !== '304')).toEqual([]);
  });

  it('marks secrets as write-only, and has none of them in what is shown', () => {
    const { schemas } = document.json.components as Record<string, Record<string, Json>>;
    const secret = objects.filter(([, { properties }]) =>
      Object.values(properties as Record<string, Json>).some(({ writeOnly }) => writeOnly === true),
    );
    expect(secret.length).toBeGreaterThanOrEqual(8);
    for (const [pointer] of secret) expect(pointer).toMatch(/Request$/);
    expect(Object.keys(schemas!.LocalSignerConfig!.properties as Json)).toEqual([
      'address',
      'key_name',
      'mount_point',
      'namespace',
    ]);
  });
});
