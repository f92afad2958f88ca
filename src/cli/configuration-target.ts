import { ServiceTarget } from './service-target';
import type { Target } from './target';

/** Works on the database of the settings, or on the service at a URL: then nothing of the service itself is loaded. */
export async function withTarget<T>(url: string | undefined, work: (target: Target) => Promise<T>): Promise<T> {
  if (url !== undefined) return work(new ServiceTarget(url));
  const { withStored } = await import('./stored-target.js');
  return withStored(work);
}
