/** Nobody can be served where the settings say: the port is taken, or the address is not one of this machine. */
export class ListenError extends Error {
  override readonly name = 'ListenError';

  /** @param settings what would have to be another one */
  constructor(host: string, port: number, cause: unknown, settings = 'HOST or PORT') {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`Cannot listen on ${host}:${String(port)} (${reason}). Choose another ${settings}.`, { cause });
  }
}
