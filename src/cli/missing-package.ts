import { INSTALLED_IN, isNotFound } from '../kernel/installation-error';

/** What to say where a package is not installed; undefined where an error is something else. */
export function missingPackage(error: unknown): string | undefined {
  if (!isNotFound(error)) return undefined;
  const name = /^Cannot find (?:module|package) '([^'./][^']*)'/.exec(error.message)?.[1];
  return name && `The package ${name} is not installed in ${INSTALLED_IN}. Run "npm ci" there.`;
}
