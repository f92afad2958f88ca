/** Why something could not be connected to. Errors of several addresses come as one without a message of its own. */
export function reasonOf(cause: unknown): string {
  if (cause instanceof AggregateError) return [...new Set(cause.errors.map(reasonOf))].join('; ');
  return cause instanceof Error ? cause.message : String(cause);
}
