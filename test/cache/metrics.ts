import { Client } from './client';

/** What the answer cache of a service has counted so far. */
export async function metricsOf(
  url: string,
  token: string,
): Promise<Record<'hit' | 'joined' | 'miss' | 'passed', number>> {
  const client = new Client(url, token);
  const { text } = await client.call('GET', '/metrics');
  client.close();
  const counted = (outcome: string): number =>
    Number(new RegExp(`^answer_cache_requests_total\\{outcome="${outcome}"\\} (\\d+)$`, 'm').exec(text)?.[1]);
  return { hit: counted('hit'), joined: counted('joined'), miss: counted('miss'), passed: counted('passed') };
}
