import type { Response } from 'express';
import type { ApiRequest } from './api-request';
import { isSound, refuseAmbiguousRequests } from './request-smuggling.middleware';

type Headers = readonly (readonly [name: string, value: string])[];

/** As Node hands a request over: of what is repeated, `headers` has the first one. */
function requestWith(headers: Headers, { httpVersion = '1.1', url = '/api/v1/relayers' } = {}): ApiRequest {
  const named = [...headers].reverse().map(([name, value]) => [name.toLowerCase(), value]);
  return { httpVersion, url, headers: Object.fromEntries(named), rawHeaders: headers.flat() } as unknown as ApiRequest;
}

const HOST = ['Host', 'x'] as const;
const CHUNKED = ['Transfer-Encoding', 'chunked'] as const;
const fields = (count: number): Headers => Array.from({ length: count }, (_, n) => [`X-${String(n)}`, 'y']);

it.each<[string, ApiRequest]>([
  ['of HTTP/1.1 with a host', requestWith([HOST])],
  ['of HTTP/1.0 without one', requestWith([], { httpVersion: '1.0' })],
  ['in chunks', requestWith([HOST, CHUNKED])],
  ['in chunks, in capitals', requestWith([HOST, ['Transfer-Encoding', 'CHUNKED']])],
  ['with 100 header fields', requestWith([HOST, ...fields(99)])],
  ['with other fields twice', requestWith([HOST, ['Accept', 'a'], ['Accept', 'b'], ['Link', 'a'], ['Link', 'b']])],
  ['with a value that is the name of a field', requestWith([HOST, ['X-Y', 'host'], ['X-Z', 'authorization']])],
  ['with an escape of a UTF-8 text in its URL', requestWith([HOST], { url: '/api/v1/relayers/%C3%BC%25?a=%20' })],
])('understands a request %s', (_, request) => {
  expect(isSound(request)).toBe(true);
});

it.each<[string, ApiRequest]>([
  ['of another version', requestWith([HOST], { httpVersion: '2.0' })],
  ['of another version, without a host', requestWith([], { httpVersion: '0.9' })],
  ['of HTTP/1.1 without a host', requestWith([])],
  ['in another transfer coding', requestWith([HOST, ['Transfer-Encoding', 'gzip, chunked']])],
  ['of HTTP/1.0 in chunks', requestWith([HOST, CHUNKED], { httpVersion: '1.0' })],
  ['with two hosts', requestWith([HOST, HOST])],
  ['with two hosts, in HTTP/1.0', requestWith([HOST, ['HOST', 'y']], { httpVersion: '1.0' })],
  ['with two tokens', requestWith([HOST, ['Authorization', 'a'], ['X-Y', 'z'], ['authorization', 'b']])],
  ['with two types of content', requestWith([HOST, ['content-type', 'a'], ['Content-Type', 'a']])],
  ['with a fragment in its URL', requestWith([HOST], { url: '/api/v1/relayers#a' })],
  ['with a broken escape in its URL', requestWith([HOST], { url: '/api/v1/relayers/%' })],
  ['with an escape of no text in its URL', requestWith([HOST], { url: '/api/v1/relayers/%FF' })],
  ['with 101 header fields', requestWith([HOST, ...fields(100)])],
])('does not understand a request %s', (_, request) => {
  expect(isSound(request)).toBe(false);
});

describe(refuseAmbiguousRequests.name, () => {
  function passed(request: ApiRequest) {
    const sent: [string, string][] = [];
    const response = { setHeader: (name: string, value: string) => sent.push([name, value]) } as unknown as Response;
    let error: unknown;
    refuseAmbiguousRequests(request, response, (given: unknown) => (error = given));
    return { error, sent };
  }

  it('lets a request through as it is', () => {
    expect(passed(requestWith([HOST]))).toEqual({ error: undefined, sent: [] });
  });

  it.each([
    [400, requestWith([])],
    [431, requestWith([HOST, ...fields(100)])],
  ])('refuses with %d, and ends the connection', (status, request) => {
    expect(passed(request)).toMatchObject({
      error: { status, message: 'Bad Request' },
      sent: [['Connection', 'close']],
    });
  });
});
