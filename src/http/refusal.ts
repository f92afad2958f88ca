import { JSON_TYPE } from './answer';
import { ANSWER_HEADERS } from './answer-headers.middleware';
import { failureText } from './errors.filter';

/** What is answered to that which is no request that a handler could see. */
export const REFUSAL = failureText('Bad Request');

export const REFUSAL_HEADERS = {
  ...ANSWER_HEADERS,
  'Content-Type': JSON_TYPE,
  'Content-Length': String(Buffer.byteLength(REFUSAL)),
  Connection: 'close',
};
