import { RestartDelay } from './restart-delay';

const NOW = Date.UTC(2030, 0, 1);
const MINUTE_MS = 60_000;

describe('RestartDelay', () => {
  it('does not wait at first, then twice as long each time, up to half a minute', () => {
    const delay = new RestartDelay();
    const delays = Array.from({ length: 10 }, () => delay.next(NOW));
    expect(delays).toEqual([0, 500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
  });

  it('starts anew when everything lived for more than a minute', () => {
    const delay = new RestartDelay();
    expect([delay.next(NOW), delay.next(NOW), delay.next(NOW + MINUTE_MS)]).toEqual([0, 500, 1000]);
    expect(delay.next(NOW + 2 * MINUTE_MS + 1)).toBe(0);
  });
});
