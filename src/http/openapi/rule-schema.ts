import type { JsonSchema } from '../../kernel/declarations';
import type { Field } from '../../kernel/shape';

type Check = Field['checks'][number];
type State = (...constraints: readonly unknown[]) => JsonSchema;

/** What class-validator's own rules say in JSON Schema, by their names; those of `declarations` say it themselves. */
const STATEMENTS: Readonly<Record<string, State>> = {
  isString: () => ({ type: 'string' }),
  isBoolean: () => ({ type: 'boolean' }),
  isInt: () => ({ type: 'integer' }),
  isNumber: () => ({ type: 'number' }),
  isArray: () => ({ type: 'array' }),
  isIn: (values) => ({ type: 'string', enum: values }),
  min: (least) => ({ minimum: least }),
  max: (most) => ({ maximum: most }),
  minLength: (least) => ({ minLength: least }),
  maxLength: (most) => ({ maxLength: most }),
  isLength: (least, most) => ({ minLength: least, ...(most === undefined ? {} : { maxLength: most }) }),
  matches: (pattern) => ({ pattern: pattern instanceof RegExp ? pattern.source : pattern }),
  arrayMinSize: (least) => ({ minItems: least }),
  arrayMaxSize: (most) => ({ maxItems: most }),
};

/** The schema that a rule of a field stands for; an empty one where the rule cannot be said in JSON Schema. */
export function ruleSchema({ name, constraints, each }: Check): JsonSchema {
  const schema = STATEMENTS[name]?.(...constraints) ?? {};
  return each && Object.keys(schema).length > 0 ? { items: schema } : schema;
}
