import { Socket } from 'node:net';
import { CallContext } from '../kernel/call-context';
import { Deadline } from '../kernel/deadline';
import type { ApiRequest } from './api-request';
import { whileWorking } from './while-working';

describe('whileWorking', () => {
  const calls = new CallContext();
  const socket = new Socket().setTimeout(15_000);
  const request = { socket } as ApiRequest;

  afterAll(() => {
    socket.destroy();
  });

  it('has a deadline of its own, and lets the connection be silent meanwhile', async () => {
    const [left, timeout] = await calls.run({ deadline: new Deadline(5_000) }, () =>
      whileWorking(calls, request, async () => [calls.current?.deadline?.left, socket.timeout]),
    );
    expect(left).toBeGreaterThan(60_000);
    expect(timeout).toBe(0);
    expect(socket.timeout).toBe(15_000);
  });

  it('says so where the caller had gone before', async () => {
    const gone = { socket: new Socket().destroy() } as ApiRequest;
    expect(await whileWorking(calls, gone, async ({ aborted }) => aborted)).toBe(true);
    expect(await whileWorking(calls, request, async ({ aborted }) => aborted)).toBe(false);
  });

  it('limits the connection again where the work fails', async () => {
    await expect(whileWorking(calls, request, () => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
    expect(socket.timeout).toBe(15_000);
  });
});
