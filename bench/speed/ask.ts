export interface Question {
  readonly method?: string;
  readonly path: string;
  readonly body?: string;
}

/**
 * The text of the answer.
 * @throws Error where it is not a success
 */
export async function ask(url: string, token: string, { method = 'GET', path, body }: Question): Promise<string> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} is answered with ${String(response.status)}: ${text}`);
  return text;
}
