import fc from 'fast-check';
import { readInstant } from './read-instant';

describe('readInstant', () => {
  it('reads what a date writes', () => {
    const dates = fc.date({ min: new Date(0), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true });
    fc.assert(fc.property(dates, (date) => expect(readInstant(date.toISOString())).toEqual(date)));
  });

  it('heeds the offset from UTC', () => {
    expect(readInstant('2030-01-31T23:30:00+02:00')?.toISOString()).toBe('2030-01-31T21:30:00.000Z');
    expect(readInstant('2024-02-29T12:00:00-05:30')?.toISOString()).toBe('2024-02-29T17:30:00.000Z');
  });

  it.each([
    '2030-02-30T00:00:00Z',
    '2023-02-29T00:00:00Z',
    '2030-13-01T00:00:00Z',
    '2030-01-01T24:00:00Z',
    '2030-01-01T00:60:00Z',
    '2030-01-01T00:00:00+25:00',
    '2030-01-01T00:00:00',
    '2030-01-01',
    '2030-01-01 00:00:00Z',
    '1893456000000',
    'tomorrow',
    '',
  ])('takes %j for no instant', (text) => {
    expect(readInstant(text)).toBeUndefined();
  });
});
