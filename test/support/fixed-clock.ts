import { type DynamicModule, Module } from '@nestjs/common';
import { Clock } from '../../src/kernel/clock';

/** A time that stands still until a test moves it. */
export class FixedClock extends Clock {
  private time = Date.UTC(2030, 0, 1);

  now(): Date {
    return new Date(this.time);
  }

  advance(milliseconds: number): void {
    this.time += milliseconds;
  }
}

/** An extension that sets the one clock of a service by a fixed one. */
@Module({})
export class FixedClockModule {
  static with(fixed: FixedClock): DynamicModule {
    const set = { provide: FixedClock, inject: [Clock], useFactory: (clock: Clock) => setBy(fixed, clock) };
    return { module: FixedClockModule, providers: [set] };
  }
}

function setBy(fixed: FixedClock, clock: Clock): FixedClock {
  clock.now = () => fixed.now();
  return fixed;
}
