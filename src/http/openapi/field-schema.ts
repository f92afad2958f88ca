import type { DeclaredClass, JsonSchema } from '../../kernel/declarations';
import type { Field } from '../../kernel/shape';
import { ruleSchema } from './rule-schema';

/** The form of a shape: what a creation gives, what a merge patch gives, or what an answer shows. */
export type Form = 'given' | 'patch' | 'shown';

/** Refers to the schema of a declared class. */
type Refer = (type: DeclaredClass, form: Form) => JsonSchema;

/** The schema of a declared field in one form of its class. */
export function fieldSchema(field: Field, form: Form, byDefault: unknown, refer: Refer): JsonSchema {
  const { notes, optional } = field;
  const stated = valueSchema(field, form, refer);
  const wanted = form === 'shown' ? stated : acceptedSchema(stated, notes.accepts);
  return {
    ...(form !== 'shown' && optional ? nullable(wanted) : wanted),
    ...(notes.description === undefined ? {} : { description: notes.description }),
    ...(notes.example === undefined ? {} : { examples: [notes.example] }),
    ...(form === 'given' && byDefault !== undefined ? { default: byDefault } : {}),
    ...(notes.secret ? { writeOnly: true } : {}),
  };
}

/** A schema that null keeps, too. */
export function nullable(schema: JsonSchema): JsonSchema {
  const { type, enum: values } = schema;
  if (type === undefined) {
    const choices = schema.anyOf as readonly JsonSchema[] | undefined;
    return { anyOf: [...(choices ?? [schema]), { type: 'null' }] };
  }
  return {
    ...schema,
    type: [type, 'null'].flat(),
    ...(Array.isArray(values) ? { enum: [...(values as unknown[]), null] } : {}),
  };
}

function valueSchema({ notes, nested, checks }: Field, form: Form, refer: Refer): JsonSchema {
  const rules = Object.assign({}, ...checks.map((check) => ruleSchema(check))) as JsonSchema;
  const own = { ...rules, ...notes.schema };
  if (!nested) return own;
  // A merge patch goes into objects, but replaces lists.
  if (notes.list) return { ...own, items: refer(nested.type, form === 'patch' ? 'given' : form) };
  const object = refer(nested.type, form);
  return notes.texts ? { anyOf: [{ type: 'string', enum: notes.texts }, object] } : object;
}

/** The keywords of a type speak of that type only, so two types can stand side by side. */
const acceptedSchema = (schema: JsonSchema, accepted: JsonSchema | undefined): JsonSchema =>
  accepted ? { ...schema, ...accepted, type: [schema.type, accepted.type].flat() } : schema;
