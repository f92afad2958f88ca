import { Socket } from 'node:net';
import { Patience } from '../kernel/patience';
import type { ApiRequest } from './api-request';
import { whileWorking } from './while-working';

describe('whileWorking', () => {
  const socket = new Socket().setTimeout(15_000);
  const request = { socket } as ApiRequest;

  afterAll(() => {
    socket.destroy();
  });

  it('has patience of its own, and lets the connection be silent meanwhile', async () => {
    const [left, timeout] = await Patience.run(5_000, () =>
      whileWorking(request, async () => [Patience.left, socket.timeout]),
    );
    expect(left).toBeGreaterThan(60_000);
    expect(timeout).toBe(0);
    expect(socket.timeout).toBe(15_000);
  });

  it('limits the connection again where the work fails', async () => {
    await expect(whileWorking(request, () => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
    expect(socket.timeout).toBe(15_000);
  });
});
