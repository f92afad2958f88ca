import { type DeclaredClass, type DeclaredField, fieldsOf } from '../../kernel/declarations';
import { isPlainObject } from '../../kernel/merge-patch';
import { below } from '../../kernel/validation';

/** A configuration taken apart. */
export interface Concealed {
  /** What may be stored and answered as it is. */
  readonly open: Readonly<Record<string, unknown>>;
  /** The secret texts by their paths, `service_account.private_key`. */
  readonly secrets: ReadonlyMap<string, string>;
}

/** The paths of the secret fields of a declared class; that of a field in a list has `[]` in place of the index. */
export const secretPaths = (type: DeclaredClass, at = ''): readonly string[] =>
  fieldsOf(type).flatMap(({ name, notes, nested }) => {
    const path = below(at, name);
    if (notes.secret) return [path];
    return nested ? secretPaths(nested, notes.list ? `${path}[]` : path) : [];
  });

/**
 * Takes a configuration that was read as a declared class apart into what is open and what is secret.
 * @throws Error where a secret is not a text; a shape that declares such a secret is wrong.
 */
export function conceal<T extends object>(type: DeclaredClass<T>, config: T): Concealed {
  const secrets = new Map<string, string>();
  const open = convert(type, config, '', (path, value) => {
    if (value === undefined) return undefined;
    if (typeof value !== 'string') throw new Error(`The secret ${path} is not a text`);
    secrets.set(path, value);
    return undefined;
  });
  return { open, secrets };
}

/** Puts a configuration together again from what is open and what is secret, for it to be read. */
export const reveal = (type: DeclaredClass, { open, secrets }: Concealed): Readonly<Record<string, unknown>> =>
  convert(type, open, '', (path) => secrets.get(path));

/** A configuration with what `replace` makes of each secret that is set, by its path, in its place. */
export const replaceSecrets = <T extends object>(
  type: DeclaredClass<T>,
  config: T,
  replace: (path: string, secret: string) => unknown,
): Readonly<Record<string, unknown>> =>
  convert(type, config, '', (path, value) => (value === undefined ? undefined : replace(path, value as string)));

type Secrecy = (path: string, value: unknown) => unknown;

/** A plain copy of the declared fields of a value; a secret field becomes what `secrecy` makes of it. */
function convert(type: DeclaredClass, value: object, at: string, secrecy: Secrecy): Record<string, unknown> {
  const copies = fieldsOf(type).map((field) => {
    const path = below(at, field.name);
    const given = (value as Readonly<Record<string, unknown>>)[field.name];
    return [field.name, convertField(field, given, path, secrecy)] as const;
  });
  return Object.fromEntries(copies.filter(([, copy]) => copy !== undefined));
}

function convertField({ notes, nested }: DeclaredField, given: unknown, path: string, secrecy: Secrecy): unknown {
  if (notes.secret) return secrecy(path, given);
  if (!nested) return given;
  if (!Array.isArray(given)) return isPlainObject(given) ? convert(nested, given, path, secrecy) : given;
  return given.map((item: object, index) => convert(nested, item, `${path}[${String(index)}]`, secrecy));
}
