import { Injectable } from '@nestjs/common';
import { Ambient } from '../kernel/ambient';
import { type Call, Caller } from '../kernel/caller';

const SERVICE: Call = { actor: { id: 'service', name: 'the service itself' } };

/** Follows a call through everything that it sets off, across awaits and the turns of writers. */
@Injectable()
export class CallContext extends Caller {
  private readonly calls = new Ambient<() => Call>();

  /**
   * @param call asked only when something is recorded: who calls may be known later than that somebody does
   * @param work is on behalf of the call until it returns, or until the promise settles that it returns
   */
  run<T>(call: () => Call, work: () => T): T {
    return this.calls.run(call, work);
  }

  override current(): Call {
    return this.calls.current?.() ?? SERVICE;
  }
}
