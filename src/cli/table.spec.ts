import { fieldsOf, tableOf } from './table';

describe('tableOf', () => {
  it('aligns columns under their heading, without colours where nobody looks', () => {
    expect(
      tableOf(
        ['ID', 'NAME'],
        [
          ['1', 'one'],
          ['1000', 'a thousand'],
        ],
      ),
    ).toBe('ID    NAME\n1     one\n1000  a thousand');
  });

  it('escapes what a terminal would obey', () => {
    expect(tableOf(['A'], [['\u001b[2J\r\n\u202e']])).toBe('A\n\\u001b[2J\\u000d\\u000a\\u202e');
  });
});

describe('fieldsOf', () => {
  it('aligns values behind their names', () => {
    expect(fieldsOf({ id: '1', name: 'a\u0007b' })).toBe('id    1\nname  a\\u0007b');
  });
});
