import type { Type } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions, ApiSchema, getSchemaPath } from '@nestjs/swagger';
import type { ApiModel } from './api.decorator';
import { type DeclaredClass, type DeclaredField, fieldsOf, type JsonSchema } from '../../kernel/declarations';

/** The form of a declared class: what a creation gives, what a merge patch gives, or what an answer has. */
export type Form = 'given' | 'patch' | 'answered';

const SUFFIXES = { given: 'Request', patch: 'Patch', answered: '' } satisfies Record<Form, string>;

/**
 * The models that `@nestjs/swagger` makes schemas of: a class for each form of a declared class, with what its fields
 * declare said by `@ApiProperty()`.
 */
export class ApiSchemas {
  /** The schemas that no class declares, by their names. */
  readonly models = new Map<string, ApiModel>();
  private readonly classes = new Map<string, { readonly of: DeclaredClass; readonly model: Type }>();

  /** The classes that `@nestjs/swagger` has to be told of. */
  get extraModels(): Type[] {
    return [...this.classes.values()].map(({ model }) => model);
  }

  /** Defines a schema under a name, and refers to it. */
  define(name: string, schema: JsonSchema, examples?: ApiModel['examples']): JsonSchema {
    this.models.set(name, { name, schema, ...(examples && { examples }) });
    return { $ref: getSchemaPath(name) };
  }

  /** Refers to the schema of a declared class in one of its forms, under its own name unless another is given. */
  of(type: DeclaredClass, form: Form, name = this.nameOf(type, form)): JsonSchema {
    const title = `${name}${SUFFIXES[form]}`;
    if (!this.classes.has(title)) this.add(type, form, title);
    return { $ref: getSchemaPath(title) };
  }

  /** The schemas of the fields of a declared class, for those who compose a schema of them. */
  fields(type: DeclaredClass, form: Form): Record<string, JsonSchema> {
    const defaults = new type() as Readonly<Record<string, unknown>>;
    return Object.fromEntries(
      present(type, form).map((field) => [field.name, this.fieldSchema(field, form, defaults[field.name])]),
    );
  }

  private add(type: DeclaredClass, form: Form, title: string): void {
    const model = class {
      readonly form = form;
    };
    ApiSchema({ name: title, additionalProperties: false } as Parameters<typeof ApiSchema>[0])(model);
    this.classes.set(title, { of: type, model });
    const defaults = new type() as Readonly<Record<string, unknown>>;
    const schemas = this.fields(type, form);
    for (const field of present(type, form)) {
      const required =
        form !== 'patch' && (!field.optional || (form === 'answered' && defaults[field.name] !== undefined));
      ApiProperty(propertyOf(schemas[field.name] ?? {}, required))(model.prototype, field.name);
    }
  }

  private fieldSchema(field: DeclaredField, form: Form, byDefault: unknown): JsonSchema {
    const { notes, optional } = field;
    const stated = this.valueSchema(field, form);
    const accepted = form !== 'answered' && notes.accepts ? { anyOf: [stated, notes.accepts] } : stated;
    return {
      ...(form !== 'answered' && optional ? nullable(accepted) : accepted),
      ...(notes.description === undefined ? {} : { description: notes.description }),
      ...(notes.example === undefined ? {} : { examples: [notes.example] }),
      ...(form === 'given' && byDefault !== undefined ? { default: byDefault } : {}),
      ...(notes.secret ? { writeOnly: true } : {}),
    };
  }

  private valueSchema({ notes, nested }: DeclaredField, form: Form): JsonSchema {
    if (!nested) return notes.schema ?? {};
    // A merge patch goes into objects, but replaces lists.
    if (notes.list) return { ...notes.schema, items: this.of(nested, form === 'patch' ? 'given' : form) };
    const object = this.of(nested, form);
    return notes.texts ? { anyOf: [{ type: 'string', enum: notes.texts }, object] } : object;
  }

  /** Two classes from different modules may have the same name; the second one gets a number. */
  private nameOf(type: DeclaredClass, form: Form): string {
    for (let number = 1; ; number += 1) {
      const name = number === 1 ? type.name : `${type.name}${String(number)}`;
      const known = this.classes.get(`${name}${SUFFIXES[form]}`);
      if (!known || known.of === type) return name;
    }
  }
}

const present = (type: DeclaredClass, form: Form): readonly DeclaredField[] =>
  fieldsOf(type).filter(({ notes }) => form !== 'answered' || !notes.secret);

/** `@nestjs/swagger` takes a type for a class unless it is one word, and leaves it out beside a choice. */
function propertyOf(schema: JsonSchema, required: boolean): ApiPropertyOptions {
  const { type, $ref, ...rest } = schema;
  const own = $ref === undefined ? rest : { ...rest, allOf: [{ $ref }] };
  return {
    ...own,
    type: Array.isArray(type) ? (type as string[])[0] : (type ?? 'object'),
    ...nullIn(type),
    required,
  } as ApiPropertyOptions;
}

const nullIn = (type: unknown): { nullable?: true } =>
  Array.isArray(type) && type.includes('null') ? { nullable: true } : {};

/** A schema that null keeps, too. */
export function nullable(schema: JsonSchema): JsonSchema {
  const { type, enum: values, anyOf } = schema;
  if (typeof type !== 'string')
    return { anyOf: [...((anyOf as readonly JsonSchema[] | undefined) ?? [schema]), { type: 'null' }] };
  return {
    ...schema,
    type: [type, 'null'],
    ...(Array.isArray(values) ? { enum: [...(values as unknown[]), null] } : {}),
  };
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
