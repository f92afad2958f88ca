import { QueryFailedError, QueryRunnerAlreadyReleasedError } from 'typeorm';
import { DomainError } from '../kernel/domain-error';
import { isSerializationFailure, translateDriverError } from './driver-errors';

const coded = (code: string): Error => Object.assign(new Error('what the driver says'), { code });
const wrapped = (cause: Error): Error => new QueryFailedError('SELECT 1', [], cause);

it.each([
  'SQLITE_BUSY',
  'SQLITE_BUSY_SNAPSHOT',
  'SQLITE_FULL',
  'SQLITE_IOERR_WRITE',
  'SQLITE_CANTOPEN',
  '08006',
  '53300',
  '57014',
  '57P01',
  '58030',
  '28P01',
  '3D000',
  '55P03',
  '25006',
  '25P03',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
])('says of %s that the database is not available, and why', (code) => {
  for (const error of [coded(code), wrapped(coded(code))]) {
    const translated = translateDriverError(error);
    expect(translated).toBeInstanceOf(DomainError);
    expect(translated).toMatchObject({ kind: 'unavailable', cause: { code } });
  }
});

it.each([
  'Connection terminated unexpectedly',
  'timeout exceeded when trying to connect',
  'Query read timeout',
  'Client has encountered a connection error and is not queryable',
])('says so where the client of PostgreSQL says "%s"', (message) => {
  expect(translateDriverError(new Error(message))).toMatchObject({ kind: 'unavailable' });
});

it('says so where a transaction lost its connection', () => {
  expect(translateDriverError(new QueryRunnerAlreadyReleasedError())).toMatchObject({ kind: 'unavailable' });
});

it.each([
  coded('SQLITE_CONSTRAINT_UNIQUE'),
  coded('42601'),
  coded('22003'),
  wrapped(coded('23505')),
  new Error('something else'),
  DomainError.conflict('timeout'),
  undefined,
  null,
  'text',
])('leaves %p as it is', (error) => {
  expect(translateDriverError(error)).toBe(error);
});

it.each([
  ['40001', true],
  ['40P01', true],
  ['23505', true],
  ['23503', true],
  ['23514', false],
  ['57014', false],
])('knows whether %s may go well the next time: %s', (code, expected) => {
  expect(isSerializationFailure(coded(code))).toBe(expected);
  expect(isSerializationFailure(wrapped(coded(code)))).toBe(expected);
});
