/** In characters: a type, a colon and a name, each of which may become longer in small letters. */
const MAX_ID = 640;

/** What identifies a network of a type: both in small letters. */
export const networkId = (type: string, name: string): string => storedNetworkId(`${type}:${name}`);

/** An id as it is stored, in whatever case somebody wrote it. */
export const storedNetworkId = (id: string): string => id.toLowerCase();

/** Whether a text can identify a network. */
export const isNetworkId = (value: unknown): boolean =>
  typeof value === 'string' && value.length <= MAX_ID && value.isWellFormed() && /^[^:\0]+:[^\0]+$/.test(value);
