import { createScanner, type JSONScanner, ScanError, SyntaxKind } from 'jsonc-parser';

/** How many tokens are read before others get their turn. */
const TOKENS_AT_ONCE = 4_096;
/** How many characters, of which a text may have very many. */
const CHARACTERS_AT_ONCE = 512 * 1024;

/** A token of a text; its position counts from 0. */
export interface Token {
  readonly offset: number;
  readonly length: number;
  readonly line: number;
  readonly character: number;
}

/** What hears of the parts of a text, in their order. */
export interface JsonListener {
  begin(token: Token, isList: boolean): void;
  /** @param offset of what comes after it */
  end(offset: number): void;
  name(name: string, token: Token): void;
  literal(value: string | number | boolean | null, token: Token): void;
  /**
   * Tells what is no JSON.
   * @returns how many containers stay open: the text is read on where the others have ended; undefined to read no further
   */
  misread(fault: JsonFault, token: Token): number | undefined;
}

/** Why a text is no JSON (RFC 8259). */
export type JsonFault =
  | 'invalid comment token'
  | 'invalid symbol'
  | 'invalid number format'
  | 'unexpected end of string'
  | 'unexpected end of number'
  | 'invalid unicode'
  | 'invalid escape character'
  | 'invalid character'
  | 'property name expected'
  | 'value expected'
  | 'colon expected'
  | 'comma expected'
  | 'end of file expected'
  | 'it ends too early';

const OF_TOKEN: Readonly<Partial<Record<ScanError, JsonFault>>> = {
  [ScanError.UnexpectedEndOfString]: 'unexpected end of string',
  [ScanError.UnexpectedEndOfNumber]: 'unexpected end of number',
  [ScanError.InvalidUnicode]: 'invalid unicode',
  [ScanError.InvalidEscapeCharacter]: 'invalid escape character',
  [ScanError.InvalidCharacter]: 'invalid character',
};

/** What may come next. */
type Expected = 'value' | 'value or end' | 'name' | 'name or end' | 'colon' | 'comma or end' | 'nothing';

const MISSING: Readonly<Record<Expected, JsonFault>> = {
  value: 'value expected',
  'value or end': 'value expected',
  name: 'property name expected',
  'name or end': 'property name expected',
  colon: 'colon expected',
  'comma or end': 'comma expected',
  nothing: 'end of file expected',
};

/** Reads a JSON text token by token, and stops among them so that others get their turn. */
export class JsonGrammar {
  private readonly scanner: JSONScanner;
  /** Of each open container, whether it is a list. */
  private readonly open: boolean[] = [];
  private expected: Expected = 'value';

  constructor(
    text: string,
    private readonly listener: JsonListener,
  ) {
    this.scanner = createScanner(text, false);
  }

  *read(): Generator<void> {
    let pausedAt = 0;
    for (let count = 1; ; count++) {
      const kind = this.scanner.scan();
      const position = this.scanner.getPosition();
      if (count % TOKENS_AT_ONCE === 0 || position - pausedAt > CHARACTERS_AT_ONCE) {
        yield;
        pausedAt = position;
      }
      if (kind === SyntaxKind.Trivia || kind === SyntaxKind.LineBreakTrivia) continue;
      if (kind === SyntaxKind.EOF && this.expected === 'nothing') return;
      const fault = this.faultOf(kind);
      if (fault === undefined) {
        this.accept(kind);
        continue;
      }
      const depth = this.listener.misread(fault, this.token);
      if (depth === undefined || kind === SyntaxKind.EOF) return;
      if (!(yield* this.skipTo(depth, kind))) return;
    }
  }

  private get token(): Token {
    const { scanner } = this;
    return {
      offset: scanner.getTokenOffset(),
      length: scanner.getTokenLength(),
      line: scanner.getTokenStartLine(),
      character: scanner.getTokenStartCharacter(),
    };
  }

  private faultOf(kind: SyntaxKind): JsonFault | undefined {
    if (kind === SyntaxKind.LineCommentTrivia || kind === SyntaxKind.BlockCommentTrivia) return 'invalid comment token';
    const fault = OF_TOKEN[this.scanner.getTokenError()];
    if (fault !== undefined) return fault;
    if (kind === SyntaxKind.Unknown) return 'invalid symbol';
    if (kind === SyntaxKind.EOF) return 'it ends too early';
    return this.isExpected(kind) ? undefined : MISSING[this.expected];
  }

  private isExpected(kind: SyntaxKind): boolean {
    const { expected } = this;
    switch (kind) {
      case SyntaxKind.CloseBraceToken:
        return this.isIn('object') && (expected === 'name or end' || expected === 'comma or end');
      case SyntaxKind.CloseBracketToken:
        return this.isIn('list') && (expected === 'value or end' || expected === 'comma or end');
      case SyntaxKind.CommaToken:
        return expected === 'comma or end';
      case SyntaxKind.ColonToken:
        return expected === 'colon';
      case SyntaxKind.StringLiteral:
        return /^(value|name)/.test(expected);
      default:
        return expected.startsWith('value');
    }
  }

  private accept(kind: SyntaxKind): void {
    switch (kind) {
      case SyntaxKind.OpenBraceToken:
      case SyntaxKind.OpenBracketToken:
        this.begin(kind === SyntaxKind.OpenBracketToken);
        break;
      case SyntaxKind.CloseBraceToken:
      case SyntaxKind.CloseBracketToken:
        this.end();
        break;
      case SyntaxKind.CommaToken:
        this.expected = this.isIn('list') ? 'value' : 'name';
        break;
      case SyntaxKind.ColonToken:
        this.expected = 'value';
        break;
      default:
        this.text(kind);
    }
  }

  private begin(isList: boolean): void {
    this.listener.begin(this.token, isList);
    this.open.push(isList);
    this.expected = isList ? 'value or end' : 'name or end';
  }

  private end(): void {
    this.open.pop();
    this.listener.end(this.scanner.getPosition());
    this.settle();
  }

  private text(kind: SyntaxKind): void {
    const value = this.scanner.getTokenValue();
    if (this.expected.startsWith('name')) {
      this.listener.name(value, this.token);
      this.expected = 'colon';
      return;
    }
    this.listener.literal(literalOf(kind, value), this.token);
    this.settle();
  }

  /** After a value. */
  private settle(): void {
    this.expected = this.open.length > 0 ? 'comma or end' : 'nothing';
  }

  /** Goes on behind the containers that are deeper; false where the text ends before that. */
  private *skipTo(depth: number, misread: SyntaxKind): Generator<void, boolean> {
    for (let kind = misread, count = 1; ; kind = this.scanner.scan(), count++) {
      if (count % TOKENS_AT_ONCE === 0) yield;
      if (kind === SyntaxKind.EOF) return false;
      if (kind === SyntaxKind.OpenBraceToken || kind === SyntaxKind.OpenBracketToken)
        this.begin(kind === SyntaxKind.OpenBracketToken);
      if (kind === SyntaxKind.CloseBraceToken || kind === SyntaxKind.CloseBracketToken) this.end();
      if (this.open.length <= depth) return true;
    }
  }

  private isIn(container: 'object' | 'list'): boolean {
    return this.open.at(-1) === (container === 'list');
  }
}

function literalOf(kind: SyntaxKind, value: string): string | number | boolean | null {
  if (kind === SyntaxKind.StringLiteral) return value;
  if (kind === SyntaxKind.NumericLiteral) return Number(value);
  return kind === SyntaxKind.NullKeyword ? null : kind === SyntaxKind.TrueKeyword;
}
