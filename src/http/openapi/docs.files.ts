import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PAGE_FILES, PAGE_SCRIPT, PAGE_STYLE } from './docs.page';

/** What is sent, and what says of it what it is and whether a client has it. */
export interface PageFile {
  readonly type: string;
  readonly tag: string;
  readonly bytes: Buffer;
}

export function pageFile(type: string, content: string | Buffer): PageFile {
  const bytes = Buffer.from(content);
  return { type, tag: `"${hash('sha1', bytes, 'base64url')}"`, bytes };
}

/** The files that the page loads. Those of Swagger UI are read when they are first asked for, and then kept. */
export class PageFiles {
  private readonly known = new Map([
    ['page.js', pageFile('text/javascript; charset=utf-8', PAGE_SCRIPT)],
    ['page.css', pageFile('text/css; charset=utf-8', PAGE_STYLE)],
  ]);

  find(name: string): PageFile | undefined {
    const known = this.known.get(name);
    if (known) return known;
    const type = PAGE_FILES.get(name);
    if (type === undefined) return undefined;
    const file = pageFile(type, readFileSync(join(swaggerUiFolder(), name)));
    this.known.set(name, file);
    return file;
  }
}

const swaggerUiFolder = (): string => dirname(require.resolve('swagger-ui-dist/package.json'));
