import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../support/built-service';

const markdownIn = (folder: string, recursive: boolean): string[] =>
  readdirSync(join(root, folder), { recursive, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));

const read = (page: string): string => readFileSync(join(root, page), 'utf8');

/** The relative links of a page, without the heading that they lead to. */
const linksOf = (page: string): string[] =>
  [...read(page).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, link]) => link ?? '');

const isThere = (page: string, link: string): boolean => existsSync(join(root, dirname(page), link));

const pages = [...markdownIn('', false), ...markdownIn('docs', true)];
const decisions = readdirSync(join(root, 'docs/adr')).filter((name) => name !== 'README.md');

describe('The documents', () => {
  it.each(pages)('%s links to what is there', (page) => {
    expect(linksOf(page).filter((link) => !isThere(page, link))).toEqual([]);
  });

  it.each(['guides', 'internals'])('docs/README.md lists every page of docs/%s', (folder) => {
    expect(linksOf('docs/README.md')).toEqual(
      expect.arrayContaining(readdirSync(join(root, 'docs', folder)).map((name) => `${folder}/${name}`)),
    );
  });
});

describe('The decisions', () => {
  it('are numbered without gaps', () => {
    const numbers = decisions.map((name) => Number(name.slice(0, 4)));
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  });

  it('are in the index, with number, title and status', () => {
    const rows = [...read('docs/adr/README.md').matchAll(/^\| \[(\d+)\]\((.*?)\) +\| (.*?) +\| (.*?) +\|$/gm)];
    expect(rows.map(([, number, file, title, status]) => ({ number, file, title, status }))).toEqual(
      decisions.map((file) => {
        const [, number, title, status] = /^# (\d+)\. (.*)\n\nStatus: (.*)\n/.exec(read(`docs/adr/${file}`)) ?? [];
        return { number: number?.padStart(4, '0'), file, title, status };
      }),
    );
  });
});
