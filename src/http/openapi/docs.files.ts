import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StaticFile } from '../static-file';
import { PAGE_FILES } from './docs.page';
import { PAGE_SCRIPT, PAGE_STYLE, THEME_SCRIPT } from './docs.scripts';
import { GUIDES } from './guides';

/** Seen from the sources, and from the built file. */
const GUIDES_FOLDER =
  ['../../..', '../../../..'].map((above) => join(__dirname, above, 'docs/guides')).find(existsSync) ?? '';

const JAVASCRIPT = 'text/javascript; charset=utf-8';

/** The files that the page loads or links to. Those of others are read when they are first asked for, and then kept. */
export class PageFiles {
  private readonly known = new Map([
    ['page.js', new StaticFile(JAVASCRIPT, Buffer.from(PAGE_SCRIPT))],
    ['theme.js', new StaticFile(JAVASCRIPT, Buffer.from(THEME_SCRIPT))],
    ['page.css', new StaticFile('text/css; charset=utf-8', Buffer.from(PAGE_STYLE))],
  ]);

  find(name: string): StaticFile | undefined {
    const type = PAGE_FILES.get(name);
    return type === undefined ? this.known.get(name) : this.read(name, type, join(swaggerUiFolder(), name));
  }

  /** As a text that every browser shows; the links between guides lead to each other. */
  guide(name: string): StaticFile | undefined {
    const file = join(GUIDES_FOLDER, name);
    if (!GUIDES.has(name) || !existsSync(file)) return undefined;
    return this.read(`guides/${name}`, 'text/plain; charset=utf-8', file);
  }

  private read(name: string, type: string, path: string): StaticFile {
    const known = this.known.get(name) ?? new StaticFile(type, readFileSync(path));
    this.known.set(name, known);
    return known;
  }
}

const swaggerUiFolder = (): string => dirname(require.resolve('swagger-ui-dist/package.json'));
