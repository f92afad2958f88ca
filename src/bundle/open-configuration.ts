import { closeSync, fstatSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Bytes } from './domain/byte-cursor';
import type { ConfigurationFile } from './domain/configuration-file';
import type { Findings } from './domain/finding';
import { readJsonFile } from './domain/json-file';
import { readYamlFile } from './domain/yaml-file';

const MIB = 1024 * 1024;
/** In MiB. JSON is read a record at a time; YAML has to be read as a whole. */
const MOST_JSON = 512;
const MOST_YAML = 16;
const WINDOW_BYTES = 256 * 1024;
/** What a folder that is given in place of a file is looked through for. */
const USUAL_NAME = 'config.json';

/** A configuration file that is open, for as long as its records are read. */
export interface OpenConfiguration {
  /** Absent where it cannot be read at all, which the findings tell. */
  readonly file: ConfigurationFile | undefined;
  /** Of the file: where a folder was given, of the one in it. */
  readonly path: string;
  close(): void;
}

/** Opens a configuration in JSON or, by its ending, in YAML. */
export function openConfiguration(given: string, findings: Findings): OpenConfiguration {
  let path = given;
  let descriptor: number | undefined;
  const close = (): void => {
    if (descriptor !== undefined) closeSync(descriptor);
  };
  try {
    if (statSync(given).isDirectory()) path = join(given, USUAL_NAME);
    descriptor = openSync(path, 'r');
    return { file: read(descriptor, path, findings), path, close };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    findings.error({ path: '' }, `cannot be read: ${message}`);
    return { file: undefined, path, close };
  }
}

function read(descriptor: number, path: string, findings: Findings): ConfigurationFile | undefined {
  const { size } = fstatSync(descriptor);
  const isYaml = ['.yaml', '.yml'].includes(extname(path).toLowerCase());
  const most = isYaml ? MOST_YAML : MOST_JSON;
  if (size > most * MIB) {
    findings.error(
      { path: '' },
      `is larger than ${String(most)} MiB`,
      'split it: sections that a file has not are left alone',
    );
    return undefined;
  }
  return isYaml
    ? readYamlFile(readFileSync(descriptor, 'utf8'), findings)
    : readJsonFile(bytesOf(descriptor, size), findings);
}

/** Records are read one after the other: what follows one is read with it. */
function bytesOf(descriptor: number, size: number): Bytes {
  let window = { start: 0, bytes: Buffer.alloc(0) };
  return {
    size,
    read: (offset, length) => {
      if (offset < window.start || offset + length > window.start + window.bytes.length) {
        // A fresh one each time: readers hold on to parts of the one before.
        const buffer = Buffer.allocUnsafe(Math.max(0, Math.min(Math.max(length, WINDOW_BYTES), size - offset)));
        window = { start: offset, bytes: buffer.subarray(0, readSync(descriptor, buffer, 0, buffer.length, offset)) };
      }
      return window.bytes.subarray(offset - window.start, offset - window.start + length);
    },
  };
}
