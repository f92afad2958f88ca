/** Nobody can be served where the settings say: the port is taken, or the address is not one of this machine. */
export class ListenError extends Error {
  override readonly name = 'ListenError';

  constructor(host: string, port: number, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`Cannot listen on ${host}:${String(port)} (${reason}). Choose another HOST or PORT.`, { cause });
  }
}
