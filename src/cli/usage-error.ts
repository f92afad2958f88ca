import { DomainError } from '../kernel/domain-error';

/** A command was called in a way that it does not understand: each line names the option and the rule. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/**
 * Runs work whose input came from options, and puts the options in the place of the fields in what is said of them.
 * @param optionOf the option that gave a field
 * @throws UsageError where the input broke a rule
 */
export async function fromOptions<T>(optionOf: (field: string) => string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DomainError) || error.kind !== 'invalid') throw error;
    const lines = error.faults.map(({ path, message }) => `${optionOf(/^\w+/.exec(path)?.[0] ?? path)} ${message}`);
    throw new UsageError([...new Set(lines)].join('\n'));
  }
}
