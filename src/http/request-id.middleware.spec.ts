import type { Response } from 'express';
import type { ApiRequest } from './api-request';
import { identifyRequest } from './request-id.middleware';

function idFor(given?: string): string {
  const request = { headers: given === undefined ? {} : { 'x-request-id': given } } as unknown as ApiRequest;
  const sent = new Map<string, string>();
  const response = { setHeader: (name: string, value: string) => sent.set(name, value) } as unknown as Response;
  identifyRequest(request, response, () => undefined);
  expect(sent.get('X-Request-Id')).toBe(request.requestId);
  return request.requestId;
}

it('gives ids in the form of a UUID, each once', () => {
  const ids = Array.from({ length: 10_000 }, () => idFor());
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

it('keeps one that is safe to repeat, and no other', () => {
  expect(idFor('mine-1')).toBe('mine-1');
  expect(idFor('"mine"')).toMatch(/^[0-9a-f-]{36}$/);
});
