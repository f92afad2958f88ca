import { basicCredentials, plain } from './basic-credentials';
import type { WebhookMessage } from './domain/webhook-sender';

/** Shorter parts of a URL are words that an answer may have by itself. */
const LEAST_CHARACTERS = 8;

/**
 * What is masked in the answer to a message: some servers repeat the path that they do not know, or all that they received.
 * The longest comes first, as one may be a part of another.
 */
export function secretTexts({ url, keys }: Pick<WebhookMessage, 'url' | 'keys'>): readonly string[] {
  const texts = [...keys.map((key) => key.reveal()), ...(URL.canParse(url) ? partsOf(new URL(url)) : [])];
  const secrets = new Set(
    texts.flatMap((text) => [text, plain(text)]).filter((text) => text.length >= LEAST_CHARACTERS),
  );
  return [...secrets].sort((one, other) => other.length - one.length);
}

function partsOf(url: URL): string[] {
  const { pathname, search, searchParams, username, password } = url;
  const [, token = ''] = basicCredentials(url)?.split(' ') ?? [];
  return [pathname, search, ...pathname.split('/'), ...searchParams.values(), username, password, token];
}
