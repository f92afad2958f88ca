import { objectSchema, type Parts, variantSchema } from '../../http/openapi/parts';
import type { JsonSchema } from '../../kernel/declarations';
import { DISABLED_REASONS, SEVERAL, SeveralReasons, SingleReason } from '../domain/disabled-reason';

/** The schema of why a relayer is out of service: one of the known reasons. */
export const disabledReason = (parts: Parts): JsonSchema =>
  parts.schema(
    'DisabledReason',
    variantSchema(
      'type',
      Object.entries(DISABLED_REASONS).map(([type, description]) => {
        const { details, ...rest } = parts.properties(type === SEVERAL ? SeveralReasons : SingleReason, 'shown');
        const properties = { type: { ...constant(rest.type, type) }, details: { ...details } };
        return {
          schema: parts.schema(`${type}Reason`, objectSchema(properties, undefined, description)),
          values: [type],
        };
      }),
    ),
  );

const constant = (schema: JsonSchema | undefined, value: string): JsonSchema => ({
  type: 'string',
  const: value,
  description: schema?.description,
  examples: [value],
});
