import type { Example } from '../../http/openapi/api.decorator';
import { type ApiSchemas, objectSchema, variantSchema } from '../../http/openapi/api-schemas';
import type { JsonSchema } from '../../kernel/declarations';
import { DISABLED_REASONS, SEVERAL, SeveralReasons, SingleReason } from '../domain/disabled-reason';
import { SystemStateDraft } from '../domain/system-state';

/** States what a runtime says of a relayer; refers to the schema of why a relayer is out of service. */
export function systemStateModels(schemas: ApiSchemas): JsonSchema {
  const reason = schemas.define('DisabledReason', reasonSchema(schemas));
  const { disabled, reason: why, retry_count } = schemas.fields(SystemStateDraft, 'given');
  const is = (value: boolean): JsonSchema => ({ ...disabled, const: value, examples: [value] });
  const disabling = { disabled: is(true), reason: { ...reason, description: why?.description } };
  const enabling = { disabled: is(false), retry_count: { ...retry_count } };
  const schema = {
    oneOf: [
      schemas.define('DisableRelayerRequest', objectSchema(disabling, undefined, 'It cannot go on.')),
      schemas.define('EnableRelayerRequest', objectSchema(enabling, ['disabled'], 'It can go on again.')),
    ],
  };
  schemas.define('SystemStateRequest', schema, examples);
  return reason;
}

/** One of the known reasons. */
const reasonSchema = (schemas: ApiSchemas): JsonSchema =>
  variantSchema(
    'type',
    Object.entries(DISABLED_REASONS).map(([type, description]) => {
      const { details, ...rest } = schemas.fields(type === SEVERAL ? SeveralReasons : SingleReason, 'answered');
      const properties = { type: { ...constant(rest.type, type) }, details: { ...details } };
      return {
        schema: schemas.define(`${type}Reason`, objectSchema(properties, undefined, description)),
        values: [type],
      };
    }),
  );

const constant = (schema: JsonSchema | undefined, value: string): JsonSchema => ({
  type: 'string',
  const: value,
  description: schema?.description,
  examples: [value],
});

const examples: Readonly<Record<string, Example>> = {
  disable: {
    summary: 'It cannot go on',
    value: { disabled: true, reason: { type: 'RpcValidationFailed', details: 'No endpoint answers' } },
  },
  disable_for_several: {
    summary: 'It cannot go on, for several reasons',
    value: { disabled: true, reason: { type: 'Multiple', details: ['No endpoint answers', 'No balance'] } },
  },
  enable: { summary: 'It can go on again', value: { disabled: false, retry_count: 3 } },
};
