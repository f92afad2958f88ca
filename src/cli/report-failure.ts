import { DomainError } from '../kernel/domain-error';
import { InstallationError } from '../kernel/installation-error';
import { SettingsError } from '../settings/settings-error';
import { printable, printableLines } from '../kernel/printable';
import { EX_CONFIG, EX_OSERR, EX_SOFTWARE, EX_UNAVAILABLE, EX_USAGE, REFUSED } from './exit-codes';
import { ListenError } from './listen-error';
import { missingPackage } from './missing-package';
import { reasonOf } from './reason-of';
import { ServiceError } from './service-error';
import { UsageError } from './usage-error';

/** Says on the standard error output why a command failed, in words for the one who called it; returns the exit code. */
export async function reportFailure(error: unknown): Promise<number> {
  if (error instanceof UsageError) {
    const lines = [error.message.replace(/^/gm, 'error: '), ...(error.hint === undefined ? [] : [error.hint])];
    console.error(printableLines(lines.join('\n')));
    return EX_USAGE;
  }
  if (error instanceof SettingsError) {
    const lines = error.faults.map(({ name, expected, example }) => `  ${name}: expected ${expected}, e.g. ${example}`);
    console.error(['The settings cannot be used:', ...lines].join('\n'));
    (await import('./start-up-warnings.js')).tellUnknownSettings();
    return EX_CONFIG;
  }
  if (error instanceof ListenError) {
    console.error(printable(error.message));
    return EX_OSERR;
  }
  if (error instanceof InstallationError) {
    console.error(printable(error.message));
    return EX_UNAVAILABLE;
  }
  if (error instanceof ServiceError) {
    console.error(printable(`error: ${error.message}`));
    return error.exitCode;
  }
  const missing = missingPackage(error);
  if (missing !== undefined) {
    console.error(printable(missing));
    return EX_UNAVAILABLE;
  }
  // Only who worked on a database has anything to translate, and has loaded this.
  const cause =
    error instanceof DomainError
      ? error
      : (await import('../persistence/driver-errors.js')).translateDriverError(error);
  if (cause instanceof DomainError && cause.kind === 'unavailable') {
    console.error(printable(`The database cannot be reached: ${reasonOf(cause.cause)}`));
    return EX_UNAVAILABLE;
  }
  if (cause instanceof DomainError) {
    console.error(printable(`error: ${cause.message}`));
    return REFUSED;
  }
  console.error(printableLines(error instanceof Error ? (error.stack ?? error.message) : String(error)));
  return EX_SOFTWARE;
}
