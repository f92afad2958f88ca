import { DomainError } from '../kernel/domain-error';
import type { Finding } from './domain/finding';

/** A file has faults: it can be neither compared nor applied. */
export class UnusableConfiguration extends DomainError {
  constructor(readonly findings: readonly Finding[]) {
    const faults = findings
      .filter(({ severity }) => severity === 'error')
      .map(({ path, message }) => ({ path: path === '' ? 'body' : path, message }));
    super('invalid', faults.map(({ path, message }) => `${path} ${message}`).join('; '), faults);
  }
}
