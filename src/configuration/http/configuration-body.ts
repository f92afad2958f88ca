import type { Response } from 'express';
import type { ApiRequest } from '../../http/api-request';
import { jsonBytesOf } from '../../http/json-bytes';
import { askForBody, readChunks } from '../../http/read-body';
import { MAX_DOCUMENT_MIB, MAX_NDJSON_MIB, type Source } from '../configuration-files';
import { readJsonDocument } from '../domain/json-document';
import { RefusingResolver } from '../domain/reference-resolver';
import { readNdjson } from '../ndjson-reader';
import { Spool } from '../spool';

export const NDJSON_TYPE = 'application/x-ndjson';
const MIB = 1024 * 1024;

/** A configuration in the body of a request, until it is closed. */
export interface ReceivedSource extends Source {
  close(): void;
}

/**
 * Reads the body of a request: a document in JSON, or NDJSON, which may be much longer.
 * @throws DomainError `invalid`, PayloadTooLargeException
 */
export async function receive(request: ApiRequest, response: Response): Promise<ReceivedSource> {
  const resolver = new RefusingResolver();
  const [type = ''] = (request.headers['content-type'] ?? '').split(';');
  if (type.trim().toLowerCase() !== NDJSON_TYPE) {
    const document = await readJsonDocument(await jsonBytesOf(request, response, MAX_DOCUMENT_MIB * MIB));
    return { ...document, resolver, close: () => undefined };
  }
  askForBody(request, response);
  const spool = new Spool();
  try {
    await readChunks(request, MAX_NDJSON_MIB * MIB, (chunk) => spool.append(chunk));
    return { ...(await readNdjson(spool)), resolver, close: () => spool.close() };
  } catch (error) {
    spool.close();
    throw error;
  }
}
