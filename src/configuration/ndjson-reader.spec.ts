import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scratchFolder } from '../../test/support/scratch';
import { readSettings } from '../settings/read-settings';
import { withFile } from './configuration-files';
import { rulesAlone, validate } from './validate';

const MIB = 1024 * 1024;

const rules = rulesAlone(readSettings({}));

const signer = { id: 's', type: 'local', config: { key: { type: 'plain', value: '1'.padStart(64, '0') } } };
const hook = { id: 'h', type: 'webhook', url: 'https://hooks.example.com' };
const relayer = {
  id: 'r',
  name: 'R',
  network: 'sepolia',
  network_type: 'evm',
  paused: false,
  signer_id: 's',
  notification_id: 'h',
};

describe('A configuration in NDJSON', () => {
  const folder = scratchFolder();

  const lines = (...records: readonly unknown[]): string =>
    records.map((record) => (typeof record === 'string' ? record : JSON.stringify(record))).join('\n');
  async function validateLines(text: string) {
    const path = join(folder(), 'config.ndjson');
    writeFileSync(path, text);
    return withFile(path, (source) => validate(source, rules));
  }
  const toldOf = async (...records: readonly unknown[]) =>
    (await validateLines(lines(...records))).map(({ line, path, message }) => [line, path, message]);

  it('takes the records in any order, with blank lines and without a last line end', async () => {
    expect(await toldOf({ relayer }, '', { notification: hook }, { signer }, '  ')).toEqual([]);
  });

  it('names the line, and the record as if it were in a list', async () => {
    expect(
      await toldOf(
        { signer },
        { relayer: { ...relayer, notification_id: null } },
        { relayer: { ...relayer, notification_id: null, id: 'q', paused: 1 } },
        '{"relayer": {"id": "a",}}',
        '{"relayer": {"id": "a", "id": "b"}}',
        'relayer: {}',
        { relayr: relayer },
        { relayer, signer },
        { relayers: [relayer] },
        { plugin: { id: 'p', path: 'p.ts' } },
        { plugin: 5 },
      ),
    ).toEqual([
      [3, 'relayers[1].paused', 'must be true or false'],
      [4, '', 'is not valid JSON: property name expected'],
      [5, 'relayers[2].id', 'is given twice'],
      [6, '', 'must be a JSON object'],
      [7, '', 'has no known record: relayr'],
      [8, '', 'must have one member'],
      [9, '', 'has no known record: relayers'],
      [11, 'plugins[1]', 'must be an object'],
    ]);
  });

  it('says that a section is there by an empty list of it', async () => {
    expect(await toldOf({ signers: [] }, { relayer })).toEqual([
      [2, 'relayers[0].signer_id', 'must be the id of a signer of the file: there is no s'],
      [2, 'relayers[0].notification_id', 'is not in the file: such a notification has to be stored already'],
    ]);
  });

  it('reads two million lines, however little is on them', async () => {
    expect(await toldOf('\n'.repeat(2_000_001), { relayer })).toEqual([
      [2_000_001, '', 'must not have over 2000000 lines'],
    ]);
  });

  it('reads a line of up to 9 MiB, and what lies across the parts in which a file is read', async () => {
    const plugins = Array.from({ length: 300 }, (_, index) => ({
      plugin: { id: `p${String(index)}`, path: 'p.ts', config: { text: 'ä'.repeat(1_000 + index) } },
    }));
    expect(
      await toldOf(...plugins, {
        plugin: { id: 'x', path: 'x.ts', config: { texts: Array.from({ length: 45 }, () => 'x'.repeat(204 * 1024)) } },
      }),
    ).toEqual([]);
    expect(await toldOf(...plugins, { plugin: { id: 'x', text: 'x'.repeat(10 * MIB) } })).toEqual([
      [301, '', 'must not be a line of over 9 MiB'],
    ]);
  });
});
