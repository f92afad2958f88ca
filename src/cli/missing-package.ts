import { resolve } from 'node:path';

/** Seen from the built file. */
const ROOT = resolve(__dirname, '../../..');

/** What to say where a package is not installed; undefined where an error is something else. */
export function missingPackage(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  if (error.code !== 'MODULE_NOT_FOUND' && error.code !== 'ERR_MODULE_NOT_FOUND') return undefined;
  const name = /^Cannot find (?:module|package) '([^'./][^']*)'/.exec(error.message)?.[1];
  return name && `The package ${name} is not installed in ${ROOT}. Run "npm ci" there.`;
}
