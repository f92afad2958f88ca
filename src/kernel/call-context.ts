import { AsyncLocalStorage } from 'node:async_hooks';
import type { Deadline } from './deadline';

/** Who does something: a token, a user of the command line, or the service itself. */
export interface Actor {
  readonly id: string;
  readonly name: string;
}

/** Throws where whoever calls may go on no longer; called inside of a transaction, which only reads or also writes. */
export type Confirm = (transaction: 'reading' | 'writing') => Promise<void>;

/** What some work, and everything that it sets off, carries along. */
export interface Call {
  /** On whose behalf it is done; the service's own where nobody is named. */
  readonly actor?: Actor;
  /** Where a request asked for it. */
  readonly requestId?: string;
  /** How much longer it may wait for the database; where there is none, nobody is in a hurry. */
  readonly deadline?: Deadline;
  /** The transaction that it belongs to, as the database knows it. */
  readonly transaction?: object;
  /** Ends the connection that it came over; absent where it came over none. */
  readonly abort?: () => void;
  /** Called at the begin of each transaction. */
  readonly confirm?: Confirm;
}

const SERVICE: Actor = { id: 'service', name: 'the service itself' };

/** Follows a call through everything that it sets off, across awaits. */
export class CallContext {
  private readonly storage = new AsyncLocalStorage<{ -readonly [Key in keyof Call]: Call[Key] }>();

  get current(): Call | undefined {
    return this.storage.getStore();
  }

  get actor(): Actor {
    return this.current?.actor ?? SERVICE;
  }

  /** Runs work with what the call around it carries, and with what is given in place of that. */
  run<T>(call: Call, work: () => T): T {
    return this.storage.run({ ...this.storage.getStore(), ...call }, work);
  }

  /** Lets everything that a connection sets off from now on carry this. */
  enter(call: Call): void {
    this.storage.enterWith(call);
  }

  /** Runs work of the service's own, whoever set it off. */
  runDetached<T>(work: () => T): T {
    return this.storage.run({}, work);
  }

  /** The same work as part of the call that is under way now, whoever sets it off. */
  bound<T>(work: () => T): () => T {
    const call = this.storage.getStore() ?? {};
    return () => this.storage.run(call, work);
  }

  /** Says who calls, where that turns out after the call began; for what the call does from now on. */
  attribute(actor: Actor, confirm: Confirm): void {
    const call = this.storage.getStore();
    if (call) Object.assign(call, { actor, confirm });
  }

  /** From now on the call takes as long as whoever asked for it goes on reading. */
  dropDeadline(): void {
    const call = this.storage.getStore();
    if (call) delete call.deadline;
  }
}
