import { AnswerText } from './answer-text';

const textOf = (...chunks: (string | Buffer)[]): string => {
  const text = new AnswerText();
  for (const chunk of chunks) text.add(Buffer.from(chunk));
  return text.toString();
};

it('keeps the beginning', () => {
  expect(textOf('one ', 'two')).toBe('one two');
  expect(textOf('a'.repeat(1000), 'b'.repeat(1000))).toBe('a'.repeat(1000) + 'b'.repeat(24));
  expect(textOf()).toBe('');
});

it('puts characters together that came in parts', () => {
  const bytes = Buffer.from('🚀');
  expect(textOf(...[...bytes].map((byte) => Buffer.of(byte)))).toBe('🚀');
});

it('never ends in half a character', () => {
  expect(textOf(`${'a'.repeat(1023)}🚀`)).toBe(`${'a'.repeat(1023)} `);
  expect(textOf('🚀'.repeat(5000))).toBe('🚀'.repeat(512));
});

it('makes harmless what is no text', () => {
  expect(textOf('a\0b\x1b[31mc\r\nd\u202ee\u2028f\u009bg')).toBe('a b [31mc  d e f g');
  expect(textOf(Buffer.of(0xff, 0xfe, 0x41))).toBe('\ufffd\ufffdA');
});

it('hides what is not to be kept, also where that begins last', () => {
  const secrets = ['secret-path-of-one', 'secret-path'];
  const text = new AnswerText(secrets);
  text.add(Buffer.from(`no secret-path-of-one, nor secret-path: ${'a'.repeat(980)}secret-pa`));
  text.add(Buffer.from('th-of-one'));
  expect(text.toString()).toBe(`no ***, nor ***: ${'a'.repeat(980)}***`);
});

it('stores nothing that has it in another coding', () => {
  for (const text of [
    'key=CANARY%2Bsecret',
    'Q0FOQVJZK3NlY3JldA==',
    '43414e4152592b736563726574',
    'CANARY&#43;secret',
  ]) {
    const answer = new AnswerText(['CANARY+secret']);
    answer.add(Buffer.from(`not found: ${text}`));
    expect(answer.toString()).toBe('***');
  }
});

it('stores nothing of what comes behind 8 KiB', () => {
  const secret = 's'.repeat(4 * 1024);
  const text = new AnswerText([secret]);
  for (const chunk of [secret, secret, 'behind']) text.add(Buffer.from(chunk));
  expect(text.toString()).toBe('******');
});

it('has enough after 64 KiB', () => {
  const text = new AnswerText();
  text.add(Buffer.alloc(64 * 1024 - 1));
  expect(text.isFull).toBe(false);
  text.add(Buffer.alloc(1));
  expect(text.isFull).toBe(true);
});
