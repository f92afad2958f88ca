import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable } from '@nestjs/common';
import { type Call, Caller } from '../kernel/caller';

const SERVICE: Call = { actor: { id: 'service', name: 'the service itself' } };

/** Follows a call through everything that it sets off, across awaits and the turns of writers. */
@Injectable()
export class CallContext extends Caller {
  private readonly calls = new AsyncLocalStorage<() => Call>();

  /** @param call asked only when something is recorded: who calls may be known later than that somebody does */
  run<T>(call: () => Call, work: () => T): T {
    return this.calls.run(call, work);
  }

  override current(): Call {
    return this.calls.getStore()?.() ?? SERVICE;
  }
}
