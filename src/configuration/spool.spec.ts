import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Spool } from './spool';

describe(Spool.name, () => {
  it('writes into no other file once it is closed, and closes none', () => {
    const spool = new Spool();
    spool.append(Buffer.from('its own'));
    spool.close();
    const folder = mkdtempSync(join(tmpdir(), 'spool-'));
    // The system gives it the number that was the spool's.
    const other = openSync(join(folder, 'other'), 'w+');
    expect(() => spool.append(Buffer.from('late'))).toThrow('The spool is closed');
    expect(() => spool.read(0, 4)).toThrow('The spool is closed');
    spool.close();
    expect(readFileSync(join(folder, 'other'), 'utf8')).toBe('');
    closeSync(other);
    rmSync(folder, { recursive: true });
  });
});
