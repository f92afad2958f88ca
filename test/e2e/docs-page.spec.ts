import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { Module } from '@nestjs/common';
import { PAGE_SCRIPT, THEME_SCRIPT } from '../../src/http/openapi/docs.scripts';
import { LocalSigner } from '../../src/signers/domain/kinds/local';
import { SignerKinds } from '../../src/signers/domain/kinds';
import { SignersModule } from '../../src/signers/signers.module';
import { root } from '../support/built-service';
import { type OpenApp, openApp, type Reply } from '../support/open-app';
import { unlessStill } from '../support/unless-still';

const FILES = [
  'swagger-ui.css',
  'swagger-ui-bundle.js',
  'page.js',
  'theme.js',
  'page.css',
  'favicon-32x32.png',
  'guides/webhooks.md',
] as const;

/** What a client may ask of a file besides the whole of it. */
const WISHES: readonly (readonly [name: string, value: string])[] = [
  ['Range', 'bytes=0-1'],
  ['Range', 'bytes=99999999-'],
  ['Range', 'nonsense'],
  ['If-Range', '"x"'],
  ['If-Match', '"x"'],
  ['If-Match', '*'],
  ['If-Unmodified-Since', 'Thu, 01 Jan 1970 00:00:00 GMT'],
  ['If-Modified-Since', 'Fri, 01 Jan 2100 00:00:00 GMT'],
];

describe('The page of the API description', () => {
  let service: OpenApp;

  beforeAll(async () => {
    service = await openApp();
  });
  afterAll(() => service.close());

  const get = (path: string, method = 'GET', headers: Record<string, string> = {}): Promise<Reply> =>
    service.call(method, path, undefined, { authorization: '', ...headers });

  it('loads nothing from elsewhere, and nothing that is not served', async () => {
    const page = await get('/docs');
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const loaded = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address!);
    expect(loaded).toContain('/docs/swagger-ui-bundle.js');
    for (const address of loaded) {
      expect(address).toMatch(/^\/(docs|openapi\.json)/);
      expect((await get(address)).status).toBe(200);
    }
    expect(page.text).not.toMatch(/<(script|style)>/);
  });

  it('is where the address of the service alone leads', async () => {
    const reply = await fetch(`${service.url}/`, { redirect: 'manual' });
    expect([reply.status, reply.headers.get('location'), await reply.text()]).toEqual([302, '/docs', '']);
  });

  it('may run, load and reach what is served beside it only, over plain HTTP too', async () => {
    const { headers } = await get('/docs');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy.split(';').sort()).toEqual([
      "base-uri 'none'",
      "connect-src 'self'",
      "default-src 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "img-src 'self' data:",
      "script-src 'self'",
      "style-src 'self'",
    ]);
    expect(headers.get('strict-transport-security')).toBeNull();
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it.each([
    ['/docs/swagger-ui.css', 'text/css; charset=utf-8'],
    ['/docs/swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
    ['/docs/page.js', 'text/javascript; charset=utf-8'],
    ['/docs/theme.js', 'text/javascript; charset=utf-8'],
    ['/docs/guides/webhooks.md', 'text/plain; charset=utf-8'],
    ['/docs/page.css', 'text/css; charset=utf-8'],
    ['/docs/favicon-32x32.png', 'image/png'],
  ])('is served with %s as %s', async (path, type) => {
    const file = await get(path);
    expect(file.status).toBe(200);
    expect(file.headers.get('content-type')).toBe(type);
    expect(file.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it.each(FILES.flatMap((file) => WISHES.map(([name, value]) => [file, name, value] as const)))(
    'is served with the whole of %s, whatever the header %s says: %s',
    async (file, name, value) => {
      const whole = await get(`/docs/${file}`);
      const reply = await get(`/docs/${file}`, 'GET', { [name]: value });
      expect(reply.status).toBe(200);
      expect(reply.text).toBe(whole.text);
      expect((await get('/docs')).status).toBe(200);
    },
  );

  it.each(FILES)('is served with the length of %s, and with a tag by which it is not sent again', async (file) => {
    const as = { 'accept-encoding': 'identity' };
    const whole = await get(`/docs/${file}`, 'GET', as);
    const head = await get(`/docs/${file}`, 'HEAD', as);
    const again = await get(`/docs/${file}`, 'GET', { ...as, ...unlessStill(whole) });
    expect(Number(whole.headers.get('content-length'))).toBeGreaterThan(0);
    expect(head.headers.get('content-length')).toBe(whole.headers.get('content-length'));
    expect(head.headers.get('etag')).toBe(whole.headers.get('etag'));
    expect([again.status, again.text]).toEqual([304, '']);
    expect((await get(`/docs/${file}`, 'GET', { 'if-none-match': '"x"' })).status).toBe(200);
  });

  it.each(['/docs/swagger-ui-bundle.js', '/docs/guides/webhooks.md', '/openapi.json'])(
    'is served with %s compressed for those who accept that, under a tag of its own',
    async (path) => {
      const [plain, packed] = await Promise.all(
        ['identity', 'gzip'].map((coding) => get(path, 'GET', { 'accept-encoding': coding })),
      );
      expect(packed!.text).toBe(plain!.text);
      expect([plain!, packed!].map(({ headers }) => headers.get('content-encoding'))).toEqual([null, 'gzip']);
      expect([plain!, packed!].map(({ headers }) => headers.get('vary'))).toEqual(Array(2).fill('Accept-Encoding'));
      const [length, packedLength] = [plain!, packed!].map(({ headers }) => Number(headers.get('content-length')));
      expect(packedLength).toBeLessThan(length! / 2);
      expect(packed!.headers.get('etag')).not.toBe(plain!.headers.get('etag'));
      for (const [coding, known, status] of [
        ['gzip', packed!, 304],
        ['identity', plain!, 304],
        ['gzip', plain!, 200],
        ['gzip;q=0', packed!, 200],
      ] as const) {
        const reply = await get(path, 'GET', { 'accept-encoding': coding, ...unlessStill(known) });
        expect([coding, reply.status]).toEqual([coding, status]);
      }
    },
  );

  it('is served with every guide that there is, and links to all of them', async () => {
    const guides = readdirSync(join(root, 'docs/guides'));
    const { text } = await get('/openapi.json');
    for (const name of guides) {
      expect((await get(`/docs/guides/${name}`)).text).toBe(readFileSync(join(root, 'docs/guides', name), 'utf8'));
      expect(text).toContain(`(/docs/guides/${name})`);
    }
    expect((await get('/docs/guides/README.md')).status).toBe(404);
  });

  it.each(['package.json', 'swagger-ui.js', 'index.html', 'constructor', '__proto__', '..%2fpackage.json', '%00'])(
    'is not served with %s',
    async (file) => {
      const reply = await get(`/docs/${file}`);
      expect(reply.status).toBe(404);
      expect(reply.json).toEqual({ success: false, data: null, message: 'Not Found' });
    },
  );

  it.each(['/', '/docs', '/docs/page.js', '/openapi.json'])(
    'answers other methods on %s in the envelope',
    async (path) => {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        const reply = await get(path, method);
        expect(reply.status).toBe(405);
        expect(reply.headers.get('allow')).toBe('GET, HEAD');
        expect(reply.json).toEqual({ success: false, data: null, message: 'Method Not Allowed' });
      }
      expect((await get(path, 'HEAD')).status).toBe(200);
    },
  );
});

describe('The theme of the page', () => {
  it.each([true, false])('follows the system, where dark is %s', (isDark) => {
    const toggle = jest.fn();
    const wish = { matches: isDark, addEventListener: jest.fn() };
    runInNewContext(THEME_SCRIPT, { matchMedia: () => wish, document: { documentElement: { classList: { toggle } } } });
    expect(toggle).toHaveBeenCalledWith('dark-mode', isDark);
    expect(wish.addEventListener).toHaveBeenCalledWith('change', expect.any(Function));
  });
});

describe('The script of the page', () => {
  interface Options {
    readonly plugins: readonly (() => {
      readonly wrapComponents: { readonly responseBody: (original: unknown, system: unknown) => Show };
    })[];
    readonly validatorUrl: unknown;
    readonly persistAuthorization?: unknown;
  }
  type Show = (props: object) => { readonly contentType: string; readonly content: string };

  let options: Options | undefined;
  const SwaggerUIBundle = (given: Options): void => {
    options = given;
  };
  runInNewContext(PAGE_SCRIPT, { SwaggerUIBundle });

  it('sends the description to no validator, and keeps no token', () => {
    expect(options?.validatorUrl).toBeNull();
    expect(options?.persistAuthorization).toBeUndefined();
  });

  it('shows an answer as it came, every digit included', () => {
    const React = { createElement: (_: unknown, props: object) => props };
    const show = options!.plugins[0]!().wrapComponents.responseBody('original', { React });
    const value = { empty: {}, none: [], list: [1, { a: 'b: {"}, \\' }], text: 'a "quoted", [text]', nothing: null };
    const text = JSON.stringify(value);

    expect(show({ contentType: 'application/json', content: text }).content).toBe(JSON.stringify(value, null, 2));
    expect(show({ contentType: 'application/json', content: '{"a":340282366920938463463374607431768211455}' })).toEqual(
      {
        contentType: expect.not.stringContaining('json'),
        content: '{\n  "a": 340282366920938463463374607431768211455\n}',
      },
    );
    expect(show({ contentType: 'text/plain', content: 'OK' })).toEqual({ contentType: 'text/plain', content: 'OK' });
  });
});

@Module({ imports: [SignersModule] })
class OtherSigners {
  constructor(kinds: SignerKinds) {
    kinds.register({
      type: 'other_vault',
      title: 'Another vault',
      config: LocalSigner,
      networkTypes: [],
      examples: { good: [{ key: '1'.repeat(64) }], bad: [] },
    });
  }
}

it('describes a signer type that a module from outside registered', async () => {
  const service = await openApp({ extensions: [OtherSigners] });
  const { components } = (await service.call('GET', '/openapi.json')).json as unknown as {
    components: { schemas: Record<string, { oneOf: unknown; discriminator: { mapping: unknown } }> };
  };
  const name = '#/components/schemas/OtherVaultSigner';
  expect(components.schemas.Signer!.oneOf).toContainEqual({ $ref: name });
  expect(components.schemas.Signer!.discriminator.mapping).toHaveProperty('other_vault', name);
  expect(components.schemas).toHaveProperty('OtherVaultSignerRequest');
  await service.close();
});
