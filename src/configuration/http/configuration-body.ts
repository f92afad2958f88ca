import type { Response } from 'express';
import type { ApiRequest } from '../../http/api-request';
import { hasContentType, jsonBytesOf } from '../../http/json-bytes';
import { askForBody, readChunks } from '../../http/read-body';
import { MAX_DOCUMENT_MIB, MAX_NDJSON_MIB, type Source } from '../configuration-files';
import { readJsonDocument } from '../domain/json-document';
import { RefusingResolver } from '../domain/reference-resolver';
import { readNdjson } from '../ndjson-reader';
import { Spool } from '../spool';

export const NDJSON_TYPE = 'application/x-ndjson';
const MIB = 1024 * 1024;

/** A configuration in the body of a request, all of which is there, until it is closed. */
export interface ReceivedBody {
  /**
   * What it says.
   * @throws DomainError `invalid`, and whatever the signal is aborted with
   */
  read(signal: AbortSignal): Promise<Source>;
  close(): void;
}

/**
 * Takes the body of a request: a document in JSON, or NDJSON, which may be much longer.
 * @throws DomainError `invalid`, PayloadTooLargeException
 */
export async function receive(request: ApiRequest, response: Response): Promise<ReceivedBody> {
  const resolver = new RefusingResolver();
  if (!hasContentType(request, [NDJSON_TYPE])) {
    const bytes = await jsonBytesOf(request, response, MAX_DOCUMENT_MIB * MIB);
    const read = async (signal: AbortSignal): Promise<Source> => ({
      ...(await readJsonDocument(bytes, { signal })),
      resolver,
    });
    return { read, close: () => undefined };
  }
  askForBody(request, response);
  const spool = new Spool();
  try {
    await readChunks(request, MAX_NDJSON_MIB * MIB, (chunk) => spool.append(chunk));
    const read = async (signal: AbortSignal): Promise<Source> => ({ ...(await readNdjson(spool, signal)), resolver });
    return { read, close: () => spool.close() };
  } catch (error) {
    spool.close();
    throw error;
  }
}
