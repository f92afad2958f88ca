import { Document, visit } from 'yaml';
import { printable, printableLines } from '../kernel/printable';

/** A value as YAML, which reads as the value does, whoever wrote its texts. */
export function printableYaml(value: unknown): string {
  const document = new Document(value);
  visit(document, {
    // Only between double quotes has YAML escapes.
    Scalar: (_, node) => {
      if (typeof node.value === 'string' && printableLines(node.value) !== node.value) node.type = 'QUOTE_DOUBLE';
    },
  });
  return printableLines(document.toString({ lineWidth: 0 }).replace(/[\u{10000}-\u{10ffff}]/gu, wide));
}

/** What stands beyond the first 65,536 characters has one escape, not one for each of its halves. */
const wide = (character: string): string =>
  printable(character) === character
    ? character
    : `\\U${(character.codePointAt(0) ?? 0).toString(16).padStart(8, '0')}`;
