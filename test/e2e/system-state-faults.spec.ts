import { aRelayer } from '../builders/a-relayer';
import { aSigner } from '../builders/a-signer';
import { databases } from '../support/databases';
import { sharedApp } from '../support/shared-app';

const RELAYER = '/api/v1/relayers/relayer-1';
const REASON = { type: 'RpcValidationFailed', details: 'No endpoint answers' };
const NO_REASON =
  'must be a string of 1 to 2000 characters, or an object of a type, one of NonceSyncFailed, RpcValidationFailed, BalanceCheckFailed, SequenceSyncFailed, and details, such a string';

describe('What a runtime says of a relayer', () => {
  const service = sharedApp(databases[0]!.create);

  beforeAll(async () => {
    await service.add('signers', aSigner());
    await service.add('relayers', aRelayer());
  });

  const set = (body: unknown) => service.call('POST', `${RELAYER}/system-state`, body);

  it.each([
    [{}, { disabled: 'is required' }],
    [
      { disabled: 'yes', reason: 'x', more: 1 },
      {
        more: 'is not a known field',
        disabled: 'must be true or false',
        reason: 'must be an object',
      },
    ],
    [{ disabled: true }, { reason: 'is required where disabled is true' }],
    [
      { disabled: true, retry_count: 1 },
      {
        reason: 'is required where disabled is true',
        retry_count: 'must not be given where disabled is true',
      },
    ],
    [{ disabled: false, reason: REASON }, { reason: 'must not be given where disabled is false' }],
    [{ disabled: false, retry_count: -1 }, { retry_count: 'must be a whole number from 0 to 4294967295' }],
    [{ disabled: false, retry_count: 2 ** 32 }, { retry_count: 'must be a whole number from 0 to 4294967295' }],
    [
      { disabled: true, reason: { type: 'Bored', details: '', since: 1 } },
      {
        'reason.since': 'is not a known field',
        'reason.type':
          'must be one of NonceSyncFailed, RpcValidationFailed, BalanceCheckFailed, SequenceSyncFailed, Multiple',
        'reason.details': 'must be a string of 1 to 2000 characters',
      },
    ],
    [
      { disabled: true, reason: {} },
      { 'reason.type': 'is required', 'reason.details': 'is required' },
    ],
    [
      { disabled: true, reason: { ...REASON, details: ['x'] } },
      {
        'reason.details': 'must be a string of 1 to 2000 characters',
      },
    ],
    [
      { disabled: true, reason: { ...REASON, details: 'x'.repeat(2001) } },
      {
        'reason.details': 'must be a string of 1 to 2000 characters',
      },
    ],
    [
      { disabled: true, reason: { type: 'Multiple', details: 'x' } },
      {
        'reason.details': 'must be a list of 1 to 20 items',
      },
    ],
    [
      { disabled: true, reason: { type: 'Multiple', details: [] } },
      {
        'reason.details': 'must be a list of 1 to 20 items',
      },
    ],
    [
      { disabled: true, reason: { type: 'Multiple', details: Array(21).fill('x') } },
      {
        'reason.details': 'must be a list of 1 to 20 items',
      },
    ],
    [
      { disabled: true, reason: { type: 'Multiple', details: ['x', '', 7, { type: 'Multiple', details: 'x' }] } },
      {
        'reason.details[1]': NO_REASON,
        'reason.details[2]': NO_REASON,
        'reason.details[3]': NO_REASON,
      },
    ],
    [
      { disabled: true, reason: { type: 'Multiple', details: [{ ...REASON, since: 1 }] } },
      { 'reason.details[0]': NO_REASON },
    ],
    [
      { disabled: true, reason: { type: 'Multiple', details: [{ type: 'NonceSyncFaild', details: 'x' }] } },
      { 'reason.details[0]': `${NO_REASON}: did you mean NonceSyncFailed?` },
    ],
  ])('is refused with every fault: %j', async (body, faults) => {
    const { status, json } = await set(body);
    expect(status).toBe(400);
    expect(Object.fromEntries(json.errors!.map(({ path, message }) => [path, message]))).toEqual(faults);
    expect(json.errors).toHaveLength(Object.keys(faults).length);
    expect(await service.read(RELAYER)).toMatchObject({ system_disabled: false });
  });

  it('is refused as a whole where it is no object', async () => {
    const { json } = await set([{ disabled: false }]);
    expect(json.errors).toEqual([{ path: 'body', message: 'must be an object' }]);
  });
});
