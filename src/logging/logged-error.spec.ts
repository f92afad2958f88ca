import { QueryFailedError } from 'typeorm';
import { DomainError } from '../kernel/domain-error';
import { loggedError, withoutSecrets } from './logged-error';

const SECRET = '5ec4e7hunter2';

it('tells what an error is, what it says and where it comes from', () => {
  const error = Object.assign(new TypeError('broken\nin two lines'), { code: 'ERR_BROKEN' });
  expect(loggedError(error)).toEqual({
    type: 'TypeError',
    message: 'broken\nin two lines',
    code: 'ERR_BROKEN',
    stack: expect.stringMatching(/^TypeError: broken\nin two lines\n {4}at .*logged-error\.spec/),
  });
});

it('tells what caused it, as far as that goes', () => {
  const cause = Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:5432'), { code: 'ECONNREFUSED' });
  expect(loggedError(DomainError.unavailable('the database does not answer', cause))).toMatchObject({
    type: 'DomainError',
    cause: { code: 'ECONNREFUSED', message: 'connect ECONNREFUSED 10.0.0.1:5432' },
  });
  expect(loggedError(new AggregateError([cause], 'all failed'))).toMatchObject({ cause: { code: 'ECONNREFUSED' } });
  const round = new Error('round');
  round.cause = round;
  expect(JSON.stringify(loggedError(round)).match(/"type"/g)).toHaveLength(4);
});

it('tells nothing that hangs on an error', () => {
  const driver = Object.assign(new Error(`duplicate key value violates unique constraint "relayers_id"`), {
    code: '23505',
    constraint: 'relayers_id',
    detail: `Key (id)=(${SECRET}) already exists.`,
    where: SECRET,
  });
  const failed = new QueryFailedError(`INSERT INTO relayers VALUES ('${SECRET}')`, [SECRET], driver);
  const error = Object.assign(failed, { request: { headers: { authorization: SECRET } }, command: { args: [SECRET] } });
  const logged = loggedError(error);
  expect(logged).toMatchObject({ type: 'QueryFailedError', code: '23505', constraint: 'relayers_id' });
  expect(JSON.stringify(logged)).not.toContain(SECRET);
});

it.each([
  [`invalid input syntax for type integer: "${SECRET}"`, 'invalid input syntax for type integer: "…"'],
  [
    `Unexpected token 'h', ..."y":"${SECRET}","b"... is not valid JSON`,
    `Unexpected token 'h', ..."…"... is not valid JSON`,
  ],
  [
    `cannot reach https://user:${SECRET}@rpc.example.com:8545/v3/${SECRET}?key=${SECRET} now`,
    'cannot reach https://rpc.example.com:8545/… now',
  ],
  [`refused Bearer ${SECRET}`, 'refused Bearer …'],
  [`no token rms_${SECRET}_x`, 'no token rms_…'],
  [`bad key ${'0f'.repeat(32)}!`, 'bad key …!'],
  [`bad key ${'Ab3_'.repeat(11)}=`, 'bad key …'],
  ['cannot read /srv/data/relayer-management.db', 'cannot read /srv/data/relayer-management.db'],
])('masks %s', (text, masked) => {
  expect(withoutSecrets(text)).toBe(masked);
});

it('tells of what was thrown and is no error only whether it was a text, and what text', () => {
  expect(loggedError('went wrong')).toEqual({ type: 'string', message: 'went wrong' });
  expect(loggedError({ password: SECRET })).toEqual({ type: 'object', message: '' });
  expect(loggedError(undefined)).toEqual({ type: 'undefined', message: '' });
});
