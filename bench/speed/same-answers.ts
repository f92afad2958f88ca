import { ask, type Question } from './ask';
import type { Contender } from './arena';

const SHOWN = 60;

/**
 * Asks all sides the same.
 * @throws Error where one of them answers with other bytes than the first: to leave a field out would be to cheat
 */
export async function requireSameAnswers(
  contenders: readonly Contender[],
  token: string,
  questions: readonly Question[],
): Promise<void> {
  for (const question of questions) {
    const answers: { readonly name: string; readonly text: string }[] = [];
    for (const { name, program } of contenders) {
      answers.push({ name, text: await ask(program.url, token, question) });
    }
    const difference = differenceOf(answers);
    if (difference !== undefined)
      throw new Error(`Refused: ${question.method ?? 'GET'} ${question.path}: ${difference}`);
  }
}

/** Where the first answer that is not like the first of all parts from it. */
export function differenceOf(answers: readonly { readonly name: string; readonly text: string }[]): string | undefined {
  const [first, ...others] = answers;
  const other = others.find(({ text }) => text !== first?.text);
  if (!first || !other) return undefined;
  let place = 0;
  while (first.text[place] === other.text[place]) place++;
  const shown = ({ name, text }: typeof first): string =>
    `${name} has ${JSON.stringify(text.slice(Math.max(0, place - SHOWN / 2), place + SHOWN / 2))}`;
  return `${shown(first)}, ${shown(other)}`;
}
