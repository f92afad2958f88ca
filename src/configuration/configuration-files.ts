import { closeSync, fstatSync, openSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { bytesOfFile, WITHOUT_WAITING } from './bytes';
import type { ReadDocument } from './domain/configuration-document';
import { error, findingAt, type Issue } from './domain/finding';
import { readJsonDocument } from './domain/json-document';
import type { ReferenceResolver } from './domain/reference-resolver';
import { readYamlDocument } from './domain/yaml-document';
import { LocalResolver } from './local-resolver';
import { readNdjson } from './ndjson-reader';

const MIB = 1024 * 1024;
/** In MiB: a document is read as a whole. */
export const MAX_DOCUMENT_MIB = 16;
/** In MiB: records are read one at a time. */
export const MAX_NDJSON_MIB = 512;
/** What a folder that is given in place of a file is looked through for. */
const USUAL_NAME = 'config.json';

/** A configuration whose text was read, for as long as its file is open. */
export interface Source extends ReadDocument {
  readonly resolver: ReferenceResolver;
}

/** Opens a configuration in JSON or, by its ending, in YAML or NDJSON, for the time of some work. */
export async function withFile<T>(given: string, work: (source: Source) => Promise<T>): Promise<T> {
  let path = given;
  let descriptor: number | undefined;
  const read = async (): Promise<ReadDocument> => {
    try {
      if (statSync(given).isDirectory()) path = join(given, USUAL_NAME);
      descriptor = openSync(path, WITHOUT_WAITING);
      if (!fstatSync(descriptor).isFile()) return refused(error('', 'cannot be read: it is no regular file'));
      return await readFrom(descriptor, extname(path).toLowerCase());
    } catch (thrown) {
      const { code, message } = thrown as NodeJS.ErrnoException;
      if (code === undefined) throw thrown;
      return refused(error('', `cannot be read: ${message}`));
    }
  };
  try {
    const document = await read();
    return await work({ ...document, resolver: new LocalResolver(path) });
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

const refused = (issue: Issue): ReadDocument => ({ findings: [findingAt({ path: '' }, issue)] });

async function readFrom(descriptor: number, ending: string): Promise<ReadDocument> {
  const isNdjson = ending === '.ndjson';
  const most = isNdjson ? MAX_NDJSON_MIB : MAX_DOCUMENT_MIB;
  const { size } = fstatSync(descriptor);
  if (size > most * MIB) {
    const hint = isNdjson
      ? 'split it: sections that a file has not are left alone'
      : `write a record a line in a file that ends in .ndjson: that may have ${String(MAX_NDJSON_MIB)} MiB`;
    return refused(error('', `is larger than ${String(most)} MiB`, hint));
  }
  if (isNdjson) return readNdjson(bytesOfFile(descriptor, size));
  const bytes = readFileSync(descriptor);
  return ['.yaml', '.yml'].includes(ending) ? readYamlDocument(bytes.toString('utf8')) : readJsonDocument(bytes);
}
