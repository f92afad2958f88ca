import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { NetworkTypes } from '../../src/relayers/domain/policies';
import { SignerKinds } from '../../src/signers/domain/kinds';
import type { DeclaredClass } from '../../src/kernel/declarations';
import type { Fault } from '../../src/kernel/domain-error';
import { validate } from '../../src/kernel/validation';

interface Case {
  readonly name: string;
  readonly type: DeclaredClass;
  readonly value: unknown;
}

const policies = new NetworkTypes().all().map(({ name, policies: type, examples }) => ({
  name,
  type,
  good: examples.good.map((example) => example.policies),
  bad: examples.bad.map((example) => example.policies),
}));
const configs = new SignerKinds().all().map(({ type: name, config: type, examples }) => ({
  name,
  type,
  good: examples.good,
  bad: examples.bad.map(({ config }) => config),
}));
const cases = (pick: 'good' | 'bad'): Case[] =>
  [...policies, ...configs].flatMap((variant) =>
    variant[pick].map((value, index) => ({
      name: `${variant.name}, ${pick} example ${String(index)}`,
      type: variant.type,
      value,
    })),
  );

/** What class-transformer and class-validator make of a value by themselves, as code outside may use them. */
const stockFaults = ({ type, value }: Case): number =>
  validateSync(plainToInstance(type, value), { whitelist: true, forbidNonWhitelisted: true }).length;

const ownFaults = ({ type, value }: Case): readonly Fault[] => validate(type, value).faults;

describe('A declared class', () => {
  it.each(cases('good'))('is accepted by class-validator, too: $name', (example) => {
    expect(ownFaults(example)).toEqual([]);
    expect(stockFaults(example)).toBe(0);
  });

  it('is refused whenever class-validator refuses it', () => {
    const refused = cases('bad').filter((example) => stockFaults(example) > 0);

    expect(refused.length).toBeGreaterThan(20);
    expect(refused.filter((example) => ownFaults(example).length === 0)).toEqual([]);
  });
});
