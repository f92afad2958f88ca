import type { JsonSchema } from '../../kernel/declarations';
import type { ApiModel, Operation } from './api.decorator';
import { failureAnswer, type FailureStatus } from './failures';
import { CODING_HEADERS, DEPRECATION_HEADERS, headersOf, RATE_HEADERS } from './headers';
import { parameter } from './parameters';
import type { DescribedRoute } from './described-routes';

interface Content extends JsonSchema {
  readonly schema?: JsonSchema;
  readonly examples?: JsonSchema;
}

interface Answer extends JsonSchema {
  readonly content?: Readonly<Record<string, Content>>;
  readonly headers?: JsonSchema;
}

interface GeneratedOperation extends JsonSchema {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly description?: string;
  readonly parameters?: readonly JsonSchema[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, Answer>>;
}

/** What `@nestjs/swagger` makes of the controllers. */
export interface GeneratedDocument extends JsonSchema {
  readonly paths: Readonly<Record<string, Readonly<Record<string, GeneratedOperation>>>>;
  readonly components: Readonly<Record<string, JsonSchema>>;
  readonly webhooks?: JsonSchema;
}

type Models = ReadonlyMap<string, ApiModel>;

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const SCHEMAS = '#/components/schemas/';

/** Adds what holds for every route, and the models that are referred to. */
export function complete(
  document: GeneratedDocument,
  models: Models,
  routes: readonly DescribedRoute[],
  tags: Readonly<Record<string, string>>,
): JsonSchema {
  const byKey = new Map(routes.map((route) => [route.key, route]));
  const operations = (path: string, item: Readonly<Record<string, GeneratedOperation>>) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation ? [[method, completed(operation, byKey.get(`${method} ${path}`), models)] as const] : [];
    });
  const paths = Object.entries(document.paths)
    .map(([path, item]) => [path, Object.fromEntries(operations(path, item))] as const)
    .filter(([, item]) => Object.keys(item).length > 0)
    .sort(byName);
  const named = new Set([...Object.keys(tags), ...routes.flatMap(({ operation }) => operation?.tag ?? [])]);
  const { responses = {}, schemas = {}, headers = {}, ...components } = document.components;
  const answers = Object.fromEntries(Object.entries(responses).filter(isReferredTo(paths, '#/components/responses/')));
  const said = [paths, answers, document.webhooks];
  const sent = Object.fromEntries(Object.entries(headers).filter(isReferredTo(said, '#/components/headers/')));
  const all = { ...schemas, ...Object.fromEntries([...models].map(([name, { schema }]) => [name, schema])) };
  return {
    ...document,
    tags: [...named].map((name) => ({ name, description: tags[name] ?? name })),
    paths: Object.fromEntries(paths),
    components: { schemas: reachable(all, said), responses: answers, headers: sent, ...components },
  };
}

function completed(operation: GeneratedOperation, route: DescribedRoute | undefined, models: Models): JsonSchema {
  const { requestBody, responses, description, tags, ...rest } = operation;
  const {
    operation: said,
    permission,
    deprecation,
    isPublic = false,
    isLimited = false,
  }: Partial<DescribedRoute> = route ?? {};
  const extra = [...(isLimited ? RATE_HEADERS : []), ...(deprecation ? DEPRECATION_HEADERS : [])];
  const own = Object.entries(responses).map(([status, answer]) => [status, completedAnswer(answer, extra, models)]);
  const failures = isPublic ? ([400] as const) : failuresOf(said, isLimited);
  const shared = failures.map((status) => [status, failureAnswer(status, isLimited)]);
  return {
    operationId: rest.operationId,
    ...(deprecation && { deprecated: true }),
    tags: said ? [said.tag] : tags,
    summary: rest.summary,
    description: `${description ?? ''}${permission === undefined ? '' : ` Needs the permission \`${permission}\`.`}`,
    security: isPublic ? [] : [{ bearer_auth: [] }],
    parameters: parametersOf(operation, said),
    ...(requestBody && { requestBody: { ...requestBody, content: withExamples(requestBody.content, models) } }),
    // An object has its whole-number names in their order.
    responses: Object.fromEntries([...shared, ...own]) as JsonSchema,
  };
}

/** Those that the decorator names stand for those that were found by their types. */
function parametersOf({ parameters = [] }: GeneratedOperation, said: Operation | undefined): JsonSchema[] {
  if (!said) return [...parameters, parameter('RequestId')];
  const named = (said.parameters ?? []).map((each) => (typeof each === 'string' ? parameter(each) : each));
  const names = new Set(named.map(({ name }) => name));
  const found = parameters.filter(({ name, in: where }) => where === 'query' && !names.has(name));
  return [
    ...named.filter((each) => each.in === 'path'),
    ...found,
    ...named.filter((each) => each.in !== 'path'),
    parameter('RequestId'),
  ];
}

const completedAnswer = (answer: Answer, extra: readonly string[], models: Models): JsonSchema => ({
  description: answer.description,
  headers: {
    ...headersOf(['X-Request-Id', ...extra, ...(answer.content ? CODING_HEADERS : ['Vary'])]),
    ...answer.headers,
  },
  ...(answer.content && { content: withExamples(answer.content, models) }),
});

const withExamples = (content: Readonly<Record<string, Content>>, models: Models): JsonSchema =>
  Object.fromEntries(
    Object.entries(content).map(([type, { schema, examples }]) => {
      const model = models.get(String(schema?.$ref).slice(SCHEMAS.length));
      return [type, { schema, examples: examples ?? model?.examples ?? {} }];
    }),
  );

function failuresOf(said: Operation | undefined, isLimited: boolean): FailureStatus[] {
  const { parameters = [], body }: Partial<Operation> = said ?? {};
  return [
    400,
    401,
    403,
    ...(parameters.includes('IfMatch') ? ([412] as const) : []),
    ...(body ? ([413] as const) : []),
    ...(isLimited ? ([429] as const) : []),
    500,
    503,
  ];
}

/** The schemas that are referred to, directly or by another one. */
function reachable(schemas: JsonSchema, from: unknown): JsonSchema {
  const found = new Set<string>();
  const follow = (value: unknown): void => {
    for (const name of referencesIn(value, SCHEMAS)) {
      if (found.has(name)) continue;
      found.add(name);
      follow(schemas[name]);
    }
  };
  follow(from);
  return Object.fromEntries(
    Object.entries(schemas)
      .filter(([name]) => found.has(name))
      .sort(byName),
  );
}

const isReferredTo = (from: unknown, prefix: string) => {
  const names = new Set(referencesIn(from, prefix));
  return ([name]: readonly [string, unknown]): boolean => names.has(name);
};

function referencesIn(value: unknown, prefix: string): string[] {
  if (typeof value === 'string') return value.startsWith(prefix) ? [value.slice(prefix.length)] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((member) => referencesIn(member, prefix));
}

const byName = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  one < other ? -1 : 1;
