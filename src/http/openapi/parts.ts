import type { DeclaredClass, JsonSchema } from '../../kernel/declarations';
import type { Registry } from '../../kernel/registry';
import { type Field, Shape } from '../../kernel/shape';
import { fieldSchema, type Form } from './field-schema';

const SUFFIXES = { given: 'Request', patch: 'Patch', shown: '' } satisfies Record<Form, string>;

type RegistryType<Variant> = new () => Registry<Variant>;

/** Where the variants come from: the registries of a running service, or the built-in ones. */
export type FindRegistry = <Variant>(type: RegistryType<Variant>) => Registry<Variant>;

/** The variants that are built in. */
export const builtIn: FindRegistry = (type) => new type();

/** The parts that the operations of a description share, each stated once and referred to by its name. */
export class Parts {
  readonly schemas = new Map<string, JsonSchema>();
  readonly answers = new Map<string, JsonSchema>();
  private readonly names = new Map<string, object>();

  constructor(private readonly findRegistry: FindRegistry) {}

  variants<Variant>(type: RegistryType<Variant>): readonly Variant[] {
    return this.findRegistry(type).all();
  }

  /** States a schema under a name, and refers to it. */
  schema(name: string, schema: JsonSchema): JsonSchema {
    this.schemas.set(name, schema);
    return { $ref: `#/components/schemas/${name}` };
  }

  /** States an answer under a name, and refers to it. */
  answer(name: string, describe: () => JsonSchema): JsonSchema {
    if (!this.answers.has(name)) this.answers.set(name, describe());
    return { $ref: `#/components/responses/${name}` };
  }

  /** States a declared class in one of its forms, under its own name unless another is given, and refers to it. */
  shape(type: DeclaredClass, form: Form, name?: string): JsonSchema {
    const title = `${name ?? this.nameOf(type)}${SUFFIXES[form]}`;
    const { fields } = Shape.of(type);
    return this.schema(title, objectSchema(this.properties(type, form), requiredIn(type, fields, form)));
  }

  /** The schemas of the fields of a declared class. */
  properties(type: DeclaredClass, form: Form): Record<string, JsonSchema> {
    const { fields } = Shape.of(type);
    const schemaOf = (field: Field): JsonSchema =>
      fieldSchema(field, form, defaultOf(type, field), (nested, within) => this.shape(nested, within));
    return Object.fromEntries(present(fields, form).map((field) => [field.name, schemaOf(field)]));
  }

  /** Two classes from different modules may have the same name; the second one gets a number. */
  private nameOf(type: DeclaredClass): string {
    let name = type.name;
    for (let number = 2; (this.names.get(name) ?? type) !== type; number += 1) name = `${type.name}${String(number)}`;
    this.names.set(name, type);
    return name;
  }
}

/** An object of exactly these fields. */
export const objectSchema = (
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[] = Object.keys(properties),
  description?: string,
): JsonSchema => ({
  type: 'object',
  ...(description === undefined ? {} : { description }),
  properties,
  ...(required.length > 0 ? { required } : {}),
  additionalProperties: false,
});

/** A choice between schemas that a field tells apart, each with the values of that field. */
export const variantSchema = (
  field: string,
  variants: readonly { readonly schema: JsonSchema; readonly values: readonly string[] }[],
): JsonSchema => ({
  oneOf: variants.map(({ schema }) => schema),
  discriminator: {
    propertyName: field,
    mapping: Object.fromEntries(variants.flatMap(({ schema, values }) => values.map((value) => [value, schema.$ref]))),
  },
});

/** `google_cloud_kms` as `GoogleCloudKms`. */
export const pascalCase = (name: string): string =>
  name
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

const present = (fields: readonly Field[], form: Form): readonly Field[] =>
  form === 'shown' ? fields.filter(({ notes }) => !notes.secret) : fields;

const defaultOf = (type: DeclaredClass, { name }: Field): unknown =>
  (new type() as Readonly<Record<string, unknown>>)[name];

/** A patch requires nothing; an answer shows what is filled in by default, too. */
function requiredIn(type: DeclaredClass, fields: readonly Field[], form: Form): readonly string[] {
  if (form === 'patch') return [];
  return present(fields, form)
    .filter((field) => !field.optional || (form === 'shown' && defaultOf(type, field) !== undefined))
    .map(({ name }) => name);
}
