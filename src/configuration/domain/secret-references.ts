import { isPlainObject, type PlainObject } from '../../kernel/merge-patch';
import { oneOfMessage } from '../../kernel/one-of';
import type { Variables } from '../../signers/domain/signer';
import { within } from './configuration-document';
import { error, type Issue, warning } from './finding';
import type { ReferenceResolver } from './reference-resolver';

const HINT = 'write {"type": "env", "value": "NAME"} or {"type": "plain", "value": "…"}';

const VARIABLE = /^[^\0=]{1,255}$/;

/** How references are resolved. */
export interface Resolving {
  readonly resolver: ReferenceResolver;
  /** Whether variables and keystores have to be there, are warned of where they are not, or are not looked for. */
  readonly secrets: 'needed' | 'wanted' | 'ignored';
}

/** A value in which references were replaced. */
export interface Resolved<T = unknown> {
  readonly value: T;
  readonly issues: readonly Issue[];
  /** The paths of which all is said, whatever is wrong there now. */
  readonly settled: readonly string[];
  /** The names of the variables that values came from, by path. */
  readonly variables?: Variables;
}

const unchanged = (value: unknown): Resolved => ({ value, issues: [], settled: [] });
const refused = (value: unknown, at: string, issue: Issue): Resolved => ({
  value,
  issues: [issue],
  settled: [at, issue.path],
});

/** Which paths take references: to a secret, which has to be one, or to a text, which may be one. */
export interface Referable {
  readonly secrets: ReadonlySet<string>;
  readonly texts: ReadonlySet<string>;
  /** Where an empty text is no text. */
  readonly empty?: ReadonlySet<string>;
}

/** A value that is one secret. */
export const secretAt = (path: string): Referable => ({ secrets: new Set([path]), texts: new Set() });

/**
 * Puts the values of variables into references, where references are taken; one whose variable cannot be had stays.
 * What is no secret is answered to whoever may read it: no variable comes there.
 */
export function resolveVariables(value: unknown, path: string, referable: Referable, resolving: Resolving): Resolved {
  if (!isPlainObject(value)) return unchanged(value);
  const { type, value: name } = value;
  if (type !== 'env' || typeof name !== 'string' || name === '') {
    return eachMember(value, path, (member, at) => resolveVariables(member, at, referable, resolving));
  }
  if (!referable.secrets.has(path) && !referable.texts.has(path)) return unchanged(value);
  const { refusal } = resolving.resolver;
  if (refusal !== undefined) {
    return refused(value, path, error(path, `must be plain: ${refusal}`, 'relayctl --url resolves it where it runs'));
  }
  if (resolving.secrets === 'ignored') return { value, issues: [], settled: [path] };
  if (resolving.resolver.isSetting(name)) {
    const owned = `names ${name}, which is a setting of the service: a file may not read it`;
    return refused(value, path, error(path, owned, 'give the secret a variable of its own'));
  }
  const found = resolving.resolver.variable(name);
  if (found) return unchanged({ ...value, type: 'plain', value: found, variable: name });
  const message = `names the variable ${name}, which is ${found === '' ? 'set and empty' : 'not set'}`;
  if (found === '' && referable.empty?.has(path)) {
    return { value: { ...value, type: 'plain', value: found }, issues: [warning(path, message)], settled: [] };
  }
  return refused(
    value,
    path,
    resolving.secrets === 'needed'
      ? error(path, message, `set ${name}`)
      : warning(path, message, `set ${name} where the file is applied`),
  );
}

/** Puts texts in the place of references, whose variables were resolved. */
export function plainTexts(value: unknown, path: string, referable: Referable): Resolved {
  if (value === undefined || value === null) return unchanged(value);
  if (referable.secrets.has(path)) return textOf(value, path, referable);
  if (!isPlainObject(value)) return unchanged(value);
  if (!isReference(value)) return eachMember(value, path, (member, at) => plainTexts(member, at, referable));
  if (referable.texts.has(path)) return textOf(value, path, referable);
  return refused(undefined, path, error(path, 'must be written as it is: no reference is taken here'));
}

const isReference = (value: unknown): boolean =>
  isPlainObject(value) && (value.type === 'plain' || value.type === 'env') && 'value' in value;

function textOf(reference: unknown, path: string, { empty }: Referable): Resolved {
  if (!isPlainObject(reference)) {
    return refused(undefined, path, error(path, 'must be a reference to a secret', HINT));
  }
  const { type, value, ...more } = reference;
  const { rest, variables } = originsIn(more, path);
  if (type !== 'env' && type !== 'plain') {
    return refused(undefined, path, error(within(path, 'type'), oneOfMessage(['env', 'plain'], type), HINT));
  }
  if (typeof value !== 'string' || (value === '' && !empty?.has(path))) {
    return refused(undefined, path, error(within(path, 'value'), 'must be a text that is not empty', HINT));
  }
  const issues = Object.keys(rest).map((name) =>
    warning(within(path, name), 'is not a known field, and is ignored', HINT),
  );
  // That its variable cannot be had is said already.
  return type === 'plain' ? { value, issues, settled: [], variables } : { value: undefined, issues, settled: [path] };
}

/** What a plain reference says of the variable that its value came from, or that of the passphrase of its keystore. */
function originsIn(
  { variable, passphrase, ...rest }: PlainObject,
  path: string,
): { readonly rest: PlainObject; readonly variables: Variables } {
  const named = [
    [path, variable],
    [path.replace(/[^.]+$/, 'passphrase'), passphrase],
  ] as const;
  const names = named.filter(([, name]) => typeof name === 'string' && VARIABLE.test(name));
  return { rest, variables: Object.fromEntries(names) as Variables };
}

function eachMember(
  value: PlainObject,
  path: string,
  resolve: (member: unknown, path: string) => Resolved,
): Resolved<PlainObject> {
  const members = Object.entries(value).map(([name, member]) => [name, resolve(member, within(path, name))] as const);
  return {
    value: Object.fromEntries(members.map(([name, resolved]) => [name, resolved.value])),
    issues: members.flatMap(([, { issues }]) => issues),
    settled: members.flatMap(([, { settled }]) => settled),
    variables: Object.assign({}, ...members.map(([, { variables }]) => variables)) as Variables,
  };
}
