import { LEAVING_ORDER, READING_ORDER, RECORD_KINDS, WRITING_ORDER } from '.';
import { relayerRecords } from './relayer.records';

const namesOf = (kinds: readonly { readonly name: string }[]): string[] => kinds.map(({ name }) => name).sort();

describe('The registry of kinds of records', () => {
  it('has two steps of each kind in the order of writing', () => {
    expect(WRITING_ORDER).toHaveLength(2 * RECORD_KINDS.length);
    for (const kinds of [READING_ORDER, LEAVING_ORDER]) expect(namesOf(kinds)).toEqual(namesOf(RECORD_KINDS));
  });

  it('writes what relayers refer to before them, and lets it go after them', () => {
    const at = (name: string, step: string): number =>
      WRITING_ORDER.findIndex(([kind, its]) => kind.name === name && its === step);
    for (const { name } of relayerRecords.referred) {
      expect(at(name, 'changes')).toBeLessThan(at('relayer', 'changes'));
      expect(at(name, 'leaving')).toBeGreaterThan(at('relayer', 'changes'));
      expect(at(name, 'leaving')).toBeGreaterThan(at('relayer', 'leaving'));
    }
  });
});
