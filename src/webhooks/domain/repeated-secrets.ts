/** In letters and digits: what has fewer is a word that any text may have. */
const LEAST = 8;
/** In letters and digits: so much of a longer secret is too much. */
const WINDOW = 16;
/** How many codings may stand in one another. */
const DEPTH = 3;
/** In characters: what takes more to find out counts as a secret. */
const MAX_READ = 200_000;

/**
 * Whether a text repeats a secret, or a part of one, however it is written: in the other case, with other signs between its
 * letters and digits, in escapes of URLs, HTML, JSON, source code or mails, in hex, decimal numbers or base64, and in these one
 * within another. What is read for that is bounded.
 */
export function repeatsSecret(text: string, secrets: readonly string[]): boolean {
  const windows = new Set(secrets.flatMap((secret) => [secret, unescapedUrl(secret)].flatMap(windowsOf)));
  const lengths = [...new Set([...windows].map(({ length }) => length))];
  let read = 0;
  for (const reading of windows.size === 0 ? [] : readings(text)) {
    const bare = bareOf(reading);
    if (lengths.some((length) => hasWindow(bare, length, windows))) return true;
    read += reading.length;
    if (read > MAX_READ) return true;
  }
  return false;
}

/** The letters and digits alone, in one case. */
const bareOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

function windowsOf(secret: string): readonly string[] {
  const bare = bareOf(secret);
  return bare.length < LEAST ? [] : windowsIn(bare, Math.min(bare.length, WINDOW));
}

function hasWindow(bare: string, length: number, windows: ReadonlySet<string>): boolean {
  for (let start = 0; start + length <= bare.length; start++) {
    if (windows.has(bare.slice(start, start + length))) return true;
  }
  return false;
}

const windowsIn = (bare: string, length: number): readonly string[] =>
  Array.from({ length: Math.max(0, bare.length - length + 1) }, (_, start) => bare.slice(start, start + length));

/** What a text may mean, each reading once. */
function* readings(text: string): Generator<string> {
  const known = new Set([text]);
  let level = [text];
  for (let depth = 0; depth <= DEPTH; depth++) {
    yield* level;
    const next = level.flatMap((reading) => DECODERS.flatMap((decode) => decode(reading)));
    level = next.filter((reading) => reading.length >= LEAST && known.size < known.add(reading).size);
  }
}

/** As UTF-8, without what is between bytes that are none: what was no coded text would be read again and again. */
const textIn = (bytes: Buffer): string =>
  bytes
    .toString()
    .split(/\ufffd+/)
    .filter((run) => run.length >= LEAST || run.length === bytes.length)
    .join(' ');

const bytesIn = (hex: string): string => Buffer.from(hex, 'hex').toString();

function character(digits: string | undefined, radix: number): string | undefined {
  const code = parseInt(digits ?? '', radix);
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

const unescapedUrl = (text: string): string =>
  text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => bytesIn(run.replaceAll('%', '')));

/** What has another name is no letter and no digit, and begins no escape. */
const NAMED: Readonly<Record<string, string>> = { amp: '&', percnt: '%', bsol: '\\' };

const unescapedHtml = (text: string): string =>
  text.replace(
    /&#x([0-9a-f]{1,6});?|&#(\d{1,7});?|&([a-z]{2,8});/gi,
    (_, hex?: string, decimal?: string, name?: string) =>
      character(hex, 16) ?? character(decimal, 10) ?? NAMED[name?.toLowerCase() ?? ''] ?? ' ',
  );

const unescapedSource = (text: string): string =>
  text.replace(
    /((?:\\x[0-9a-f]{2})+)|\\u([0-9a-f]{4})|\\u\{([0-9a-f]{1,6})\}|\\([0-7]{3})|\\(.)/gi,
    (_, bytes?: string, unit?: string, point?: string, octal?: string, other?: string) => {
      if (bytes !== undefined) return bytesIn(bytes.replace(/\\x/gi, ''));
      if (octal !== undefined) return character(octal, 8) ?? ' ';
      return character(unit ?? point, 16) ?? (other === undefined || /[nrtbfv]/.test(other) ? ' ' : other);
    },
  );

const unescapedMail = (text: string): string =>
  text.replace(/=\r?\n/g, '').replace(/(?:=[0-9a-f]{2})+/gi, (run) => bytesIn(run.replaceAll('=', '')));

const unspaced = (text: string): string => text.replace(/[\s\p{C}]/gu, '');

/** Wherever it begins among other characters of its alphabet, and however its lines are broken. */
function fromBase64(text: string): string[] {
  const characters = text.replace(/[^A-Za-z0-9+/_-]/g, '');
  return [0, 1, 2, 3].map((start) => textIn(Buffer.from(characters.slice(start), 'base64')));
}

const fromHex = (text: string): string[] =>
  (text.replace(/0x/gi, '').match(/(?:[0-9a-f]{2}[^0-9a-z]{0,2}){8,}[0-9a-f]?/gi) ?? [])
    .map((run) => run.replace(/[^0-9a-f]/gi, ''))
    .flatMap((digits) => [digits, digits.slice(1)])
    .map((digits) => textIn(Buffer.from(digits, 'hex')));

const fromDecimals = (text: string): string[] =>
  (text.match(/(?:\d{1,3}[^0-9a-z]{1,3}){7,}\d{1,3}/gi) ?? []).map((run) =>
    textIn(Buffer.from((run.match(/\d+/g) ?? []).map(Number))),
  );

type Decoder = (text: string) => readonly string[];

const ESCAPES = [unescapedUrl, unescapedHtml, unescapedSource, unescapedMail, unspaced];
const DECODERS: readonly Decoder[] = [
  ...ESCAPES.map((unescaped) => (text: string) => [unescaped(text)]),
  fromBase64,
  fromHex,
  fromDecimals,
];
