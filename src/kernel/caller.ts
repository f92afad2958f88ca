/** Who does something: a token, a user of the command line, or the service itself. */
export interface Actor {
  readonly id: string;
  readonly name: string;
}

/** On whose behalf work is done. */
export interface Call {
  readonly actor: Actor;
  /** Where a request asked for it. */
  readonly requestId?: string;
}

/** Tells on whose behalf the code that asks is running; a port, as edges know and use cases only pass it on. */
export abstract class Caller {
  abstract current(): Call;
}
