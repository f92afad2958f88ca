import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isInEnvelope, type Outcome, send } from './client';
import { KEY, type Scenario, verifyChain } from './scenario';

const DISK_MIB = 8;
/** What is left for the database after the disk was filled. */
const LEFT_BYTES = 512 * 1024;
const MAX_WRITES = 5_000;
const READS = 50;

/** SQLite on a disk of 8 MiB that somebody else fills, and clears again. Needs the right to mount one. */
export const fullDisk: Scenario = async (stage) => {
  const { report, folder } = stage;
  const disk = join(folder, 'disk');
  mkdirSync(disk);
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${String(DISK_MIB)}m`, 'tmpfs', disk], { stdio: 'pipe' });
  const service = await stage.service({ ...KEY, DATABASE_URL: 'sqlite:disk/records.db' });
  const path = `${service.url}/api/v1/notifications`;
  const create = (index: number): Promise<Outcome> => {
    const body = { id: `n${String(index)}`, url: `https://hooks.example.com/${'x'.repeat(1_000)}` };
    return send(path, { method: 'POST', body });
  };
  try {
    await service.start();
    const { bavail, bsize } = statfsSync(disk);
    writeFileSync(join(disk, 'ballast'), Buffer.alloc(bavail * bsize - LEFT_BYTES));
    let written = 0;
    let refused = await create(written);
    while (refused.status === 201 && written < MAX_WRITES) refused = await create(++written);
    const failures = [
      refused,
      ...(await Promise.all(Array.from({ length: 20 }, (_, index) => create(10_000 + index)))),
    ];
    report.add('disk full', 'writes until it was', written, 'some', written > 0 && written < MAX_WRITES);
    const odd = failures.filter((one) => one.status !== 503 || !isInEnvelope(one));
    report.none('disk full', `writes not answered with a 503 in the envelope (of ${String(failures.length)})`, odd);
    const reads = await Promise.all(Array.from({ length: READS }, () => send(`${path}/n0`)));
    report.none(
      'disk full',
      `reads that failed (of ${String(READS)})`,
      reads.filter(({ status }) => status !== 200),
    );
    rmSync(join(disk, 'ballast'));
    const after = await create(20_000);
    report.add('disk full', 'first write after room was made, no restart', after.status, '201', after.status === 201);
    const total = Number(/"total_items":(\d+)/.exec((await send(`${path}?per_page=1`)).text)?.[1]);
    report.add('disk full', 'records', total, String(written + 1), total === written + 1);
    report.add('disk full', 'process', service.isAlive ? 'alive' : 'dead', 'alive', service.isAlive);
    await verifyChain(stage, 'disk full', service);
  } finally {
    await service.end('SIGKILL');
    execFileSync('umount', [disk]);
  }
};
