import { DomainError, type Fault } from '../kernel/domain-error';

/** A command was called in a way that it does not understand: each line names the option and the rule. */
export class UsageError extends Error {
  override readonly name = 'UsageError';

  /** @param hint what to read, in a line of its own */
  constructor(
    message: string,
    readonly hint?: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** A line for each fault, with the options in the place of the fields; several items of a list may have the same. */
export const linesOfFaults = (faults: readonly Fault[], optionOf: (field: string) => string): readonly string[] => [
  ...new Set(faults.map(({ path, message }) => `${optionOf(/^\w+/.exec(path)?.[0] ?? path)} ${message}`)),
];

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
    throw new UsageError(linesOfFaults(error.faults, optionOf).join('\n'));
  }
}
