import { connect } from 'node:net';

/** A request whose body does not come to its end before `end` is called. */
export interface UnfinishedRequest {
  /** Resolves when the service waits for the body. */
  readonly isTaken: Promise<void>;
  readonly end: () => void;
}

/** Begins to validate a configuration at a service. */
export function unfinishedRequest(url: string, token: string): UnfinishedRequest {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const head = [
    'POST /api/v1/configuration/validate HTTP/1.1',
    'host: x',
    `authorization: Bearer ${token}`,
    'content-type: application/json',
    'content-length: 100',
    'expect: 100-continue',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  const isTaken = new Promise<void>((resolve) => socket.once('data', () => resolve()));
  socket.on('error', () => undefined);
  return { isTaken, end: () => socket.destroy() };
}
