import type { DocumentedRequest } from './api-document';

type Asked = readonly [status: number, request: DocumentedRequest];

const NOT_DECODABLE = '%E0%A4';

/** What is wrong with an operation, whatever is stored, and how each is answered. */
export function wrongRequests(
  { operationId: id, requestBody }: { readonly operationId: string; readonly requestBody?: unknown },
  path: string,
): readonly Asked[] {
  if (id.endsWith('Configuration') && id !== 'getConfiguration') {
    return [
      [400, { body: '{}', headers: { 'content-type': 'text/plain' } }],
      [413, { body: `"${'x'.repeat(16 * 1024 * 1024)}"` }],
    ];
  }
  if (requestBody) {
    return [
      [400, { body: { unknown: 1 } }],
      [413, { body: JSON.stringify({ name: 'x'.repeat(1024 * 1024) }) }],
    ];
  }
  if (id.startsWith('list')) return [[400, { query: '?page=-1&per_page=many' }]];
  if (path.includes('{')) {
    return [
      [400, { name: NOT_DECODABLE }],
      [404, {}],
    ];
  }
  return [
    [200, {}],
    [400, { query: `?${NOT_DECODABLE}` }],
  ];
}
