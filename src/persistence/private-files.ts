import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { codeOf } from './driver-errors';

/* Files and folders for their owner alone, whatever the process may do by its umask. */

const OTHERS = 0o077;
const EVERYBODY = 0o007;

/**
 * Makes a folder where it is missing, and those that it is in; one that is there stays as it is. (Where nothing can be made,
 * as below `/proc`, `recursive` has Node.js 20 try again for ever.)
 */
export function makePrivateFolder(folder: string): void {
  if (existsSync(folder)) return;
  makePrivateFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

/** Makes an empty file where it is missing. */
export const makePrivateFile = (file: string): void => closeSync(openSync(file, 'a', 0o600));

/** Takes a file that is there from everybody but its owner; where that is somebody else, it stays as it is. */
export function closeToOthers(file: string): void {
  try {
    if (isOpenToOthers(file)) chmodSync(file, statSync(file).mode & ~OTHERS);
  } catch (error) {
    if (!/^(ENOENT|EPERM|EACCES|EROFS)$/.test(codeOf(error))) throw error;
  }
}

/** Writes a file where it is missing. Of several processes that start at once one makes it, and no one sees a part of it. */
export function addPrivateFile(file: string, text: string): void {
  withDraft(file, text, (draft) => {
    try {
      linkSync(draft, file);
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
  });
}

/** Writes a file in place of what has its name, whatever that is. */
export const replacePrivateFile = (file: string, text: string): void =>
  withDraft(file, text, (draft) => renameSync(draft, file));

/** Whether somebody else than its owner may do something with a file. Windows has other rights, which this does not see. */
export const isOpenToOthers = (file: string): boolean => rightsIn(file, OTHERS);

/** Whether everybody may. */
export const isOpenToEverybody = (file: string): boolean => rightsIn(file, EVERYBODY);

const rightsIn = (file: string, rights: number): boolean =>
  process.platform !== 'win32' && (statSync(file).mode & rights) !== 0;

function withDraft(file: string, text: string, put: (draft: string) => void): void {
  const draft = `${file}.${randomBytes(8).toString('hex')}`;
  try {
    writeFileSync(draft, text, { mode: 0o600, flag: 'wx', flush: true });
    put(draft);
  } finally {
    rmSync(draft, { force: true });
  }
}
