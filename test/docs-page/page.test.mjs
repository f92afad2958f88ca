// The docs page in Debian's Chromium: `.ci/docs-page` serves it, and names its URL in DOCS_URL.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { chromium } from 'playwright-core';

const url = process.env.DOCS_URL;
const shots = process.env.SCREENSHOTS;
if (shots) mkdirSync(shots, { recursive: true });

let browser;

before(async () => {
  browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
});
after(() => browser.close());

async function open(options, path = '/docs') {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const faults = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith('data:')) faults.push(request.url());
  });
  await page.goto(`${url}${path}`);
  await page.waitForSelector('.opblock-summary');
  return { page, faults };
}

async function picture(page, name) {
  if (shots) await page.screenshot({ path: join(shots, `${name}.png`) });
}

const brightness = (page) =>
  page.evaluate(() => {
    const colour = getComputedStyle(document.documentElement).backgroundColor;
    const [red, green, blue, alpha = 1] = colour.match(/[\d.]+/g).map(Number);
    return alpha === 0 ? 255 : (red + green + blue) / 3;
  });

test('is dark where the system is, and follows it', async () => {
  const { page, faults } = await open({ colorScheme: 'dark' });
  assert.ok((await brightness(page)) < 60);
  await picture(page, 'dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.waitForFunction(() => !document.documentElement.classList.contains('dark-mode'));
  assert.ok((await brightness(page)) > 200);
  await picture(page, 'light');
  assert.deepEqual(faults, []);
});

for (const colorScheme of ['light', 'dark']) {
  test(`does not scroll sideways at 375 px (${colorScheme}), with an operation of each tag open`, async () => {
    const { page, faults } = await open({ viewport: { width: 375, height: 812 }, colorScheme });
    const sections = await page.locator('.opblock-tag-section').all();
    for (const section of sections) await section.locator('.opblock-summary-control').first().click();
    await page
      .locator('.opblock-body')
      .nth(sections.length - 1)
      .waitFor();
    const { wide, width } = await page.evaluate(() => ({
      wide: document.documentElement.scrollWidth,
      width: document.documentElement.clientWidth,
    }));
    await picture(page, `telephone-${colorScheme}`);
    assert.equal(wide, width);
    assert.deepEqual(faults, []);
  });
}

test('finds operations by their paths and texts', async () => {
  const { page } = await open({});
  const all = await page.locator('.opblock-tag-section .opblock').count();
  await page.getByPlaceholder('Search operations').fill('system-state');
  await page.waitForFunction(() => document.querySelectorAll('.opblock-tag-section .opblock').length === 1);
  await picture(page, 'search');
  await page.getByPlaceholder('Search operations').fill('');
  await page.waitForFunction(
    (count) => document.querySelectorAll('.opblock-tag-section .opblock').length === count,
    all,
  );
});

test('sends an example, and shows the answer with every digit', async () => {
  const { page } = await open({}, '/docs#/Relayers/getRelayer');
  await page.locator('.auth-wrapper .authorize').first().click();
  await page.locator('.auth-container input').fill(process.env.API_KEY);
  await page.locator('.auth-btn-wrapper .authorize').click();
  await page.locator('.auth-btn-wrapper .btn-done').click();
  const operation = page.locator('#operations-Relayers-getRelayer');
  await operation.locator('.try-out__btn').click();
  await operation.locator('.execute').click();
  await operation.locator('.live-responses-table .response-col_status', { hasText: '200' }).waitFor();
  assert.match(await operation.locator('.live-responses-table').innerText(), /"sepolia-relayer"/);
  await picture(page, 'answer');
});

test('links to guides that are there', async () => {
  const { page } = await open({});
  const links = await page.locator('a[href*="/docs/guides/"]').evaluateAll((all) => all.map(({ href }) => href));
  assert.ok(links.length >= 9);
  for (const link of new Set(links)) assert.equal((await page.request.get(link)).status(), 200, link);
});
