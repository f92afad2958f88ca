import { readFileSync } from 'node:fs';
import { Pool } from 'undici';

/** Sends the texts of a file to a URL, some at once: as little as one can do who keeps nothing and tries nothing again. */
async function main([url = '', file = '', concurrency = '1']: readonly string[]): Promise<void> {
  const bodies = JSON.parse(readFileSync(file, 'utf8')) as string[];
  const { origin, pathname } = new URL(url);
  const pool = new Pool(origin, { connections: Number(concurrency) });
  const headers = { 'content-type': 'application/json' };
  const lane = async (): Promise<void> => {
    for (let body = bodies.pop(); body !== undefined; body = bodies.pop()) {
      const answer = await pool.request({ path: pathname, method: 'POST', headers, body });
      await answer.body.dump();
    }
  };
  await Promise.all(Array.from({ length: Number(concurrency) }, lane));
  await pool.close();
}

void main(process.argv.slice(2));
