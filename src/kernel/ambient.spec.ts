import { createHook, executionAsyncResource } from 'node:async_hooks';
import { setImmediate as turn } from 'node:timers/promises';
import { Ambient } from './ambient';

describe(Ambient.name, () => {
  it('is known across awaits, and only there', async () => {
    const ambient = new Ambient<string>();
    const seen = await Promise.all(
      ['a', 'b'].map((value) =>
        ambient.run(value, async () => {
          await turn();
          return ambient.current;
        }),
      ),
    );
    expect(seen).toEqual(['a', 'b']);
    expect(ambient.current).toBeUndefined();
  });

  it('stays known to work that runs while other work ends', async () => {
    const ambient = new Ambient<string>();
    const seen: (string | undefined)[] = [];
    const long = ambient.run('long', async () => {
      await turn();
      await turn();
      seen.push(ambient.current);
    });
    await ambient.run('short', turn);
    await long;
    expect(seen).toEqual(['long']);
  });

  it('is over with work that is no promise when that returns', () => {
    const ambient = new Ambient<string>();
    expect(ambient.run('value', () => ambient.current)).toBe('value');
    expect(ambient.current).toBeUndefined();
  });

  it('passes on what the work throws, now or later', async () => {
    const ambient = new Ambient<string>();
    const fail = (): never => {
      throw new Error('refused');
    };
    expect(() => ambient.run('value', fail)).toThrow('refused');
    await expect(ambient.run('value', () => turn().then(fail))).rejects.toThrow('refused');
    expect(ambient.current).toBeUndefined();
  });

  it('is not carried by promises that are made when all work is done', async () => {
    const ambient = new Ambient<object>();
    const carried = { mark: 'carried' };
    await ambient.run(carried, turn);
    const hook = createHook({ init: () => undefined }).enable();
    await turn();
    const resource = executionAsyncResource();
    hook.disable();
    const values = Object.getOwnPropertySymbols(resource).map((symbol) => Reflect.get(resource, symbol) as unknown);
    expect(values).not.toContain(carried);
  });
});
