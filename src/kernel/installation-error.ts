import { resolve } from 'node:path';

/** The folder that the packages are installed in, seen from the built file. */
export const INSTALLED_IN = resolve(__dirname, '../../..');

/** Whether a module was not found, by `require` or by `import`. */
export const isNotFound = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && /^(ERR_)?MODULE_NOT_FOUND$/.test(String(error.code));

/** A package that the service needs is not installed, or for another Node.js: nothing but another installation helps. */
export class InstallationError extends Error {
  override readonly name = 'InstallationError';
}
