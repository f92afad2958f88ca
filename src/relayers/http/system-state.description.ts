import { recordContent } from '../../http/openapi/envelopes';
import type { DescribeOperation } from '../../http/openapi/operation';
import { parameter } from '../../http/openapi/parameters';
import { objectSchema, type Parts } from '../../http/openapi/parts';
import { about, absence, idOf } from '../../http/openapi/reading';
import type { JsonSchema } from '../../kernel/declarations';
import { SystemStateDraft } from '../domain/system-state';
import { disabledReason } from './disabled-reason.description';
import { readableRelayer } from './relayer.description';

const RULES =
  `A runtime says that a relayer cannot go on, and why, or that it can again. A relayer that already is in that state, for
that reason, is not changed. A token that may not write relayers sees URLs in the reason with *** in place of path, query and
user.`.replaceAll('\n', ' ');

/** The description of what a runtime does. */
export const describeSystemState: DescribeOperation = (parts) => ({
  ...about('Relayer', 'setRelayerSystemState', 'Take a relayer out of service, or put it back', RULES),
  parameters: [idOf(readableRelayer), parameter('IfMatch')],
  body: {
    schema: parts.schema('SystemStateRequest', stateSchema(parts)),
    examples: {
      disable: {
        summary: 'It cannot go on',
        value: { disabled: true, reason: { type: 'RpcValidationFailed', details: 'No endpoint answers' } },
      },
      disable_for_several: {
        summary: 'It cannot go on, for several reasons',
        value: { disabled: true, reason: { type: 'Multiple', details: ['No endpoint answers', 'No balance'] } },
      },
      enable: { summary: 'It can go on again', value: { disabled: false, retry_count: 3 } },
    },
  },
  answers: {
    200: {
      description: 'The relayer after the change.',
      headers: ['ETag'],
      content: recordContent(parts, 'Relayer', readableRelayer.shown(parts)),
    },
    404: absence(parts, readableRelayer),
  },
});

/** Which fields there are depends on whether it is disabled. */
function stateSchema(parts: Parts): JsonSchema {
  const { disabled, reason, retry_count } = parts.properties(SystemStateDraft, 'given');
  const is = (value: boolean): JsonSchema => ({ ...disabled, const: value, examples: [value] });
  const why = { ...disabledReason(parts), description: reason?.description };
  return {
    oneOf: [
      parts.schema(
        'DisableRelayerRequest',
        objectSchema({ disabled: is(true), reason: why }, undefined, 'It cannot go on.'),
      ),
      parts.schema(
        'EnableRelayerRequest',
        objectSchema({ disabled: is(false), retry_count: { ...retry_count } }, ['disabled'], 'It can go on again.'),
      ),
    ],
  };
}
