import fc from 'fast-check';
import { signal } from '../../test/support/signal';
import { Patience } from '../kernel/patience';
import { Positions, readPosition, writePosition } from './positions';

/** A server that answers when it is told to, with the number of the question. */
function aServer() {
  const answers: (() => void)[] = [];
  const positions = new Positions(async () => {
    const { given, give } = signal();
    const number = BigInt(answers.push(give));
    await given;
    return number;
  });
  return { positions, answers };
}

describe(Positions.name, () => {
  it('asks once for all who come at the same time', async () => {
    const { positions, answers } = aServer();
    const asked = [positions.now(), positions.now(), positions.now()];
    await Promise.resolve();
    answers[0]!();
    expect(await Promise.all(asked)).toEqual([1n, 1n, 1n]);
  });

  it('answers nobody with a question that was asked before he came', async () => {
    const { positions, answers } = aServer();
    const first = positions.now();
    await Promise.resolve();
    expect(answers).toHaveLength(1);
    const late = [positions.now(), positions.now()];
    answers[0]!();
    expect(await first).toBe(1n);
    await Promise.resolve();
    answers[1]!();
    expect(await Promise.all(late)).toEqual([2n, 2n]);
  });

  it('asks again after a question that was not answered', async () => {
    let asked = 0;
    const positions = new Positions(() => (++asked === 1 ? Promise.reject(new Error('gone')) : Promise.resolve(7n)));
    const outcomes = await Promise.allSettled([positions.now(), positions.now()]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await positions.now()).toBe(7n);
  });

  it('asks with the patience of nobody', async () => {
    const positions = new Positions(() => Promise.resolve(Patience.left === undefined ? 1n : 0n));
    expect(await Patience.run(10, () => positions.now())).toBe(1n);
  });
});

it('reads and writes positions as PostgreSQL does', () => {
  expect(readPosition('16/B374D848')).toBe(0x16_b374d848n);
  expect(readPosition('0/FF') < readPosition('1/0')).toBe(true);
  fc.assert(
    fc.property(fc.bigInt(0n, 2n ** 64n - 1n), (position) => {
      expect(readPosition(writePosition(position))).toBe(position);
    }),
  );
});
