import { type Document, isCollection, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import { isPlainObject } from '../../kernel/merge-patch';
import { type ConfigurationFile, type Located, type Section, segmentsOf, within } from './configuration-file';
import type { Findings, Place } from './finding';

/** Names that would reach the prototype of an object instead of the object. */
const FORBIDDEN_NAMES = new Set(['__proto__', 'constructor', 'prototype']);

/** Reads a configuration in YAML 1.2, as a whole. What cannot be read goes to `findings`. */
export function readYamlFile(text: string, findings: Findings): ConfigurationFile | undefined {
  const lines = new LineCounter();
  const placeAt = (offset: number, path = ''): Place => {
    const { line, col } = lines.linePos(offset);
    return { path, line: Math.max(1, line), column: Math.max(1, col) };
  };
  const document = parse(text, lines);
  if (!document) {
    findings.error(placeAt(0), 'is nested too deep');
    return undefined;
  }
  for (const { message, pos } of document.errors) findings.error(placeAt(pos[0]), `is not valid YAML: ${message}`);
  if (document.errors.length > 0) return undefined;
  if (!isMap(document.contents)) {
    findings.error(placeAt(0), 'must be a mapping', 'its members are the sections of the configuration');
    return undefined;
  }
  const located = (path: (string | number)[], base: string): Located => ({
    value: valueOf(document, path, (message) => findings.error(placeOf(document, path, base, placeAt), message)),
    place: (part) => placeOf(document, [...path, ...segmentsOf(part)], within(base, part), placeAt),
  });
  const sections = new Map<string, Section>();
  for (const { key } of document.contents.items) {
    const name = String(isScalar(key) ? key.value : key);
    const node = document.get(name, true);
    if (!isSeq(node)) sections.set(name, located([name], name));
    else {
      const item = (index: number): Located => located([name, index], `${name}[${String(index)}]`);
      const items = { length: node.items.length, item };
      sections.set(name, { items, place: placeOf(document, [name], name, placeAt) });
    }
  }
  return { sections };
}

function parse(text: string, lineCounter: LineCounter): Document | undefined {
  try {
    return parseDocument(text, { intAsBigInt: true, lineCounter, prettyErrors: false });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function placeOf(
  document: Document,
  segments: readonly (string | number)[],
  path: string,
  placeAt: (offset: number, path: string) => Place,
): Place {
  for (let length = segments.length; length > 0; length--) {
    const node: unknown = document.getIn(segments.slice(0, length), true);
    if (isNode(node) && node.range) return placeAt(node.range[0], path);
  }
  return placeAt(0, path);
}

function valueOf(document: Document, path: readonly (string | number)[], complain: (message: string) => void): unknown {
  const node: unknown = document.getIn(path, true);
  try {
    return plain(isCollection(node) || isNode(node) ? node.toJS(document) : node, complain);
  } catch (error) {
    // Of aliases that multiply, or a value that contains itself.
    if (!(error instanceof ReferenceError) && !(error instanceof RangeError)) throw error;
    complain('has aliases that cannot be resolved');
    return undefined;
  }
}

/** A value as JSON would have it: whole numbers as `number` where that holds them exactly. */
function plain(value: unknown, complain: (message: string) => void): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  if (typeof value === 'number' && !Number.isFinite(value)) complain('has a number that cannot be kept exactly');
  if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) {
    complain('must not contain NUL or lone surrogates');
  }
  if (Array.isArray(value)) return value.map((item) => plain(item, complain));
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      if (FORBIDDEN_NAMES.has(name)) complain(`must not have a member named ${name}`);
      return [name, plain(member, complain)];
    }),
  );
}
