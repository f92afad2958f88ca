import type { Reply } from './open-app';

/** Without a word on caching, `fetch` would ask for the whole answer all the same. */
export const unlessStill = ({ headers }: Reply): Record<string, string> => ({
  'if-none-match': headers.get('etag')!,
  'cache-control': 'max-age=0',
});
