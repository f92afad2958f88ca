import { RetrySchedule } from './retry-schedule';

const HOUR = 3_600_000;

describe(RetrySchedule.name, () => {
  it.each([
    [1, 0, 4_500],
    [1, 0.5, 5_000],
    [2, 0.5, 300_000],
    [2, 1, 330_000],
    [3, 0.5, undefined],
  ])('waits after attempt %d, at %d of the spread, for %j ms', (tries, at, expected) => {
    expect(new RetrySchedule([5_000, 300_000], () => at).delay(tries)).toBe(expected);
  });

  it('waits as long as the receiver asks for, where that is longer', () => {
    const schedule = new RetrySchedule([5_000], () => 0.5);
    expect(schedule.delay(1, 60_000)).toBe(60_000);
    expect(schedule.delay(1, 1_000)).toBe(5_000);
  });

  it('names the longest wait that there can be, a receiver asks for included', () => {
    expect(new RetrySchedule([5_000]).longest).toBe(24 * HOUR);
    expect(new RetrySchedule([48 * HOUR, 5_000]).longest).toBe(52.8 * HOUR);
  });

  it('lets no receiver ask for more than a day, nor for an attempt more', () => {
    const schedule = new RetrySchedule([5_000], () => 0.5);
    expect(schedule.delay(1, 1_000 * HOUR)).toBe(24 * HOUR);
    expect(schedule.delay(2, 1_000)).toBeUndefined();
  });
});
