/** The value of an `authorization` header (RFC 7617) for the user that a URL names; undefined where it names none. */
export function basicCredentials({ username, password }: URL): string | undefined {
  if (username + password === '') return undefined;
  return `Basic ${Buffer.from(`${plain(username)}:${plain(password)}`).toString('base64')}`;
}

/** A part of a URL without its escapes; what the parser leaves as it is, though it is no escape, is meant as it stands. */
export function plain(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
