import { AsyncResource } from 'node:async_hooks';

/**
 * Answers many who ask the same at the same time with one question, which is never older than theirs: whoever comes while
 * one is under way waits for the next.
 */
export class Positions {
  /** Whose patience or transaction it happens to be must not matter to those who wait for the same answer. */
  private readonly nobody = new AsyncResource('Positions');
  private running: Promise<unknown> = Promise.resolve();
  private next: Promise<bigint> | undefined;

  constructor(private readonly ask: () => Promise<bigint>) {}

  /** The position at some moment after the call. */
  now(): Promise<bigint> {
    this.next ??= this.running.then(() => this.start());
    return this.next;
  }

  private start(): Promise<bigint> {
    this.next = undefined;
    const asked = this.nobody.runInAsyncScope(this.ask);
    this.running = asked.catch(() => undefined);
    return asked;
  }
}

/** A position in the log of a server as it is written: two numbers in hexadecimal digits. */
export function readPosition(text: string): bigint {
  const [high = '', low = ''] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

export const writePosition = (position: bigint): string =>
  `${(position >> 32n).toString(16)}/${(position & 0xffff_ffffn).toString(16)}`;
