import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The version of the package that this file is part of: of the program, its API and its image alike. */
export const VERSION = versionOf(__dirname);

/** That of the nearest package above a folder, wherever the build puts it. */
function versionOf(folder: string): string {
  const manifest = join(folder, 'package.json');
  if (existsSync(manifest)) return (JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version: string }).version;
  const above = dirname(folder);
  return above === folder ? 'unknown' : versionOf(above);
}
