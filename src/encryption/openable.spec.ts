import { Logger } from '@nestjs/common';
import { openable } from './openable';
import { SealError } from './secret-box';

const logged: (readonly unknown[])[] = [];
const note = (...said: readonly unknown[]): void => void logged.push(said);
Logger.overrideLogger({ log: note, warn: note, error: note });

it('is what a row opens to', () => {
  expect(openable(() => 'opened')).toBe('opened');
  expect(logged).toEqual([]);
});

it('is nothing where a row does not open, which is logged', () => {
  const fault = new SealError('signers/one/key', 'It was altered');
  const open = (): string => {
    throw fault;
  };
  expect(openable(open)).toBeUndefined();
  expect(logged).toEqual([[{ err: fault }, 'A record is missing in a list', 'persistence']]);
});

it('hides no other fault', () => {
  const open = (): string => {
    throw new Error('no memory');
  };
  expect(() => openable(open)).toThrow('no memory');
});
