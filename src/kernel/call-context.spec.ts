import { setImmediate as turn } from 'node:timers/promises';
import { CallContext } from './call-context';
import { Deadline } from './deadline';

const ANNA = { id: 'anna', name: 'Anna' };
const BEN = { id: 'ben', name: 'Ben' };

describe(CallContext.name, () => {
  const calls = new CallContext();

  it('follows each call across awaits, and nothing else', async () => {
    const seen = await Promise.all(
      [ANNA, BEN].map((actor) =>
        calls.run({ actor }, async () => {
          await turn();
          return calls.actor;
        }),
      ),
    );
    expect(seen).toEqual([ANNA, BEN]);
    expect(calls.current).toBeUndefined();
  });

  it('takes what is done outside of any call for the work of the service', () => {
    expect(calls.actor).toEqual({ id: 'service', name: 'the service itself' });
    calls.run({ actor: ANNA, requestId: 'r1' }, () =>
      calls.runDetached(() => {
        expect(calls.actor.id).toBe('service');
        expect(calls.current).toEqual({});
      }),
    );
  });

  it('has work go on as part of the call that it was bound in', () => {
    const bound = calls.run({ actor: ANNA }, () => calls.bound(() => calls.actor));
    expect(calls.run({ actor: BEN }, bound)).toEqual(ANNA);
    expect(calls.runDetached(bound)).toEqual(ANNA);
    expect(calls.bound(() => calls.actor.id)()).toBe('service');
  });

  it('adds to the call around it, for the time of the work', () => {
    const transaction = {};
    calls.run({ actor: ANNA, requestId: 'r1' }, () => {
      calls.run({ transaction }, () => {
        expect(calls.current).toEqual({ actor: ANNA, requestId: 'r1', transaction });
      });
      expect(calls.current).toEqual({ actor: ANNA, requestId: 'r1' });
    });
  });

  it('is told of the caller later, in this call alone', async () => {
    const attributed = calls.run({ requestId: 'r1' }, async () => {
      await turn();
      calls.attribute(ANNA, () => Promise.resolve());
      return calls.run({ transaction: {} }, () => calls.actor);
    });
    const other = calls.run({ requestId: 'r2' }, async () => {
      await turn();
      await turn();
      return calls.actor.id;
    });
    expect(await attributed).toEqual(ANNA);
    expect(await other).toBe('service');
  });

  it('belongs to one application only', () => {
    calls.run({ actor: ANNA }, () => expect(new CallContext().current).toBeUndefined());
  });
});

describe(Deadline.name, () => {
  it('counts the waits only', async () => {
    const deadline = new Deadline(50);
    const start = performance.now();
    while (performance.now() - start < 80) await turn();
    expect(deadline.left).toBe(50);
    await expect(deadline.spend(() => Promise.resolve('answer'))).resolves.toBe('answer');
  });

  it('counts all waits together, and waits at the same time once', async () => {
    const deadline = new Deadline(10_000);
    const busy = async (): Promise<void> => {
      const start = performance.now();
      while (performance.now() - start < 40) await turn();
    };
    await Promise.all([deadline.spend(busy), deadline.spend(busy)]);
    expect(deadline.left).toBeGreaterThan(9_900);
    await deadline.spend(busy);
    expect(deadline.left).toBeLessThan(9_925);
  });

  it('ends a wait that lasts longer', async () => {
    const deadline = new Deadline(20);
    await expect(deadline.spend(() => new Promise(() => undefined))).rejects.toThrow('timeout');
    expect(deadline.left).toBeLessThan(5);
    await expect(deadline.spend(() => new Promise(() => undefined))).rejects.toThrow('timeout');
  });
});
