/** A running service did not do what it was asked for. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';

  constructor(
    message: string,
    readonly exitCode: number,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
