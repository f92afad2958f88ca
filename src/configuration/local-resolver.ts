import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { environmentVariable } from '../settings/environment';
import { isSettingName } from '../settings/read-settings';
import { WITHOUT_WAITING } from './bytes';
import { ReferenceResolver } from './domain/reference-resolver';

const MAX_BYTES = 16 * 1024 * 1024;

/**
 * The environment of this process, and files. A path starts from the working folder, as the OpenZeppelin Relayer has it,
 * or, where nothing is there, from the folder of the configuration or the one above that. The folder of the configuration
 * is `config` for the OpenZeppelin Relayer, whatever its name is here.
 */
export class LocalResolver extends ReferenceResolver {
  override readonly refusal = undefined;
  private readonly own: string;
  private readonly bases: readonly string[];

  constructor(configuration: string) {
    super();
    this.own = dirname(resolve(configuration));
    this.bases = [process.cwd(), this.own, dirname(this.own)];
  }

  override variable(name: string): string | undefined {
    return environmentVariable(name);
  }

  override isSetting(name: string): boolean {
    return isSettingName(name);
  }

  override async file(path: string): Promise<Buffer | undefined> {
    return this.first(path, async (candidate) => {
      const found = await stat(candidate);
      return found.isFile() && found.size <= MAX_BYTES ? readFile(candidate, { flag: WITHOUT_WAITING }) : undefined;
    });
  }

  override async folder(path: string): Promise<readonly string[] | undefined> {
    return this.first(path, async (candidate) => {
      const names = (await readdir(candidate)).filter((name) => /\.json$/i.test(name));
      const paths = names.sort().map((name) => join(candidate, name));
      const folders = await Promise.all(paths.map(isFolder));
      return paths.filter((_, index) => !folders[index]);
    });
  }

  private async first<T>(path: string, read: (candidate: string) => Promise<T | undefined>): Promise<T | undefined> {
    const [, inside] = /^(?:\.\/)?config\/(.+)$/.exec(path) ?? [];
    const beside = inside === undefined ? [] : [resolve(this.own, inside)];
    for (const candidate of [...beside, ...this.bases.map((base) => resolve(base, path))]) {
      const found = await read(candidate).catch(() => undefined);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
