import { identityOf, replaceSealed, type SealedColumn, SealedColumns } from './sealed-column';

const column: SealedColumn = {
  table: 'things',
  column: 'secret',
  identity: ['kind', 'id'],
  replace: (text, identity, change) => `<${change(text, identity.join('/'))}>`,
};
const row = { kind: 'k', id: '1', secret: 'sealed', other: 'x' };

it('is told apart by its identity, in the order of its columns', () => {
  expect(identityOf(column, row)).toEqual(['k', '1']);
  expect(identityOf(column, { id: '1' })).toEqual(['', '1']);
});

it('hands over its text with the identity of the row', () => {
  const seen: (readonly string[])[] = [];
  const change = (...given: readonly string[]): string => {
    seen.push(given);
    return 'anew';
  };
  expect(replaceSealed(column, row, change)).toBe('<anew>');
  expect(replaceSealed(column, { kind: 'k', id: '1' }, change)).toBe('<anew>');
  expect(seen).toEqual([
    ['sealed', 'k/1'],
    ['', 'k/1'],
  ]);
});

it('is listed, whether it stays or goes by itself', () => {
  const expiring = { ...column, table: 'answers' };
  expect(new SealedColumns([column], [expiring]).all).toEqual([column, expiring]);
});
