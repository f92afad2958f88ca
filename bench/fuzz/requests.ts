import { DOCS_PATH, PAGE_FILES } from '../../src/http/openapi/docs.page';
import type { Description, Operation } from './description';
import { mutatePath, mutateText, mutateValue, someConditions, someHeader } from './mutations';
import type { Random } from './random';
import { fromSchema, hostileTexts, someId } from './values';

/** A request as it will be sent. */
export interface FuzzRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** Which operation of the description it asks for; none where its path or method was changed. */
  readonly operation: Operation | undefined;
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];

/** What is served beside the operations. */
const FILES = ['', '/page.js', '/page.css', '/none.js', ...[...PAGE_FILES.keys()].map((name) => `/${name}`)];
const FILES_SHARE = 0.05;
const CONDITIONS_SHARE = 0.3;

/** A request for one of the operations, or a file of the docs page, with or without conditions. */
export function makeRequest(description: Description, token: string, random: Random): FuzzRequest {
  const request = random.chance(FILES_SHARE) ? requestFile(random) : requestOperation(description, token, random);
  if (!random.chance(CONDITIONS_SHARE)) return request;
  return { ...request, headers: { ...request.headers, ...someConditions(random) } };
}

const requestFile = (random: Random): FuzzRequest => ({
  method: random.chance(0.8) ? 'GET' : random.pick(METHODS),
  target: `${DOCS_PATH}${random.pick(FILES)}`,
  headers: {},
  body: undefined,
  operation: undefined,
});

/** A request for one of the operations, sound or changed in up to three places. */
function requestOperation(description: Description, token: string, random: Random): FuzzRequest {
  const [first, second] = [random.pick(description.operations), random.pick(description.operations)];
  // What can only succeed is asked for less often.
  const operation = first.answers.size === 1 && random.chance(0.9) ? second : first;
  let { method } = operation;
  let path = operation.path.replace(/\{\w+\}/g, () => someId(random));
  const headers: Record<string, string> = { authorization: `Bearer ${token}` };
  const query = new URLSearchParams();
  for (const parameter of operation.parameters) {
    if (random.chance(0.7)) continue;
    const value = String(fromSchema(description, parameter.schema, random, parameter.name));
    if (parameter.in === 'query') query.append(parameter.name, value);
    else headers[parameter.name.toLowerCase()] = value;
  }
  let value: unknown;
  if (operation.body) {
    headers['content-type'] = random.pick(operation.body.types);
    value = bodyOf(description, operation, random);
  }
  let isAsked = true;
  let mutate = (text: string): string => text;
  for (let count = random.below(4); count > 0; count--) {
    const kind = random.below(20);
    if (kind < 9) value = mutateValue(value, random);
    else if (kind < 12) mutate = (text) => mutateText(text, random);
    else if (kind < 15) Object.assign(headers, Object.fromEntries([someHeader(random)]));
    else if (kind < 18) query.append(someParameter(operation, random), random.pick(hostileTexts).slice(0, 300));
    else {
      isAsked = false;
      if (kind === 18) path = mutatePath(path, random);
      else method = random.pick(METHODS);
    }
  }
  const text = value === undefined ? undefined : mutate(JSON.stringify(value));
  const search = query.toString();
  return {
    method,
    target: search === '' ? path : `${path}?${search}`,
    headers: method === 'HEAD' && random.chance(0.5) ? { authorization: headers.authorization ?? '' } : headers,
    body: method === 'GET' || method === 'HEAD' || method === 'TRACE' ? undefined : text,
    operation: isAsked ? operation : undefined,
  };
}

const bodyOf = (description: Description, { body }: Operation, random: Random): unknown => {
  if (!body) return undefined;
  const example = body.examples.length > 0 && random.chance(0.3) ? random.pick(body.examples) : undefined;
  return example ?? fromSchema(description, body.schema, random);
};

const someParameter = ({ parameters }: Operation, random: Random): string =>
  random.pick([
    ...parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
    'page',
    '__proto__',
    'a[]',
  ]);
