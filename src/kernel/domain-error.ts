/** What went wrong, in terms of the domain; the edges decide what that means on the wire. */
export type ErrorKind =
  | 'invalid'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'precondition_failed'
  | 'not_implemented'
  | 'unavailable'
  | 'outcome_unknown';

/** One fault in what a caller sent: where, in the caller's own field names, and which rule it breaks. */
export interface Fault {
  readonly path: string;
  readonly message: string;
}

/** The only error that domains and services throw on purpose. Its message is shown to the caller. */
export class DomainError extends Error {
  override readonly name = 'DomainError';

  constructor(
    readonly kind: ErrorKind,
    message: string,
    readonly faults: readonly Fault[] = [],
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  /** Of several faults at one path the first is answered: the others follow from it. */
  static invalid(all: readonly Fault[]): DomainError {
    const places = new Map<string, Fault>();
    for (const fault of all) if (!places.has(fault.path)) places.set(fault.path, fault);
    const faults = [...places.values()];
    return new DomainError('invalid', faults.map(({ path, message }) => `${path} ${message}`).join('; '), faults);
  }

  /** The caller is known, and may not do this. */
  static forbidden(message: string): DomainError {
    return new DomainError('forbidden', message);
  }

  static notFound(message: string): DomainError {
    return new DomainError('not_found', message);
  }

  static conflict(message: string): DomainError {
    return new DomainError('conflict', message);
  }

  static preconditionFailed(): DomainError {
    return new DomainError('precondition_failed', 'the record has another version');
  }

  /** Somebody else does this; the message says who. */
  static notImplemented(message: string): DomainError {
    return new DomainError('not_implemented', message);
  }

  /** A part that the service depends on does not answer; trying again later may help. */
  static unavailable(message: string, cause: unknown): DomainError {
    return new DomainError('unavailable', message, [], { cause });
  }

  /** The same in the middle of a commit: all of it was stored, or nothing. */
  static outcomeUnknown(cause: unknown): DomainError {
    const message = 'The outcome is unknown: the database did not answer whether the change was stored';
    return new DomainError('outcome_unknown', message, [], { cause });
  }
}
