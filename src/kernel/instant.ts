import { Rule } from './declarations';
import { readInstant } from './read-instant';

/** Declares a text that names an instant. */
export const Instant = (): PropertyDecorator =>
  Rule(
    'instant',
    (value) => typeof value === 'string' && readInstant(value) !== undefined,
    'must be an instant in ISO 8601 with its offset from UTC, such as 2030-01-31T12:00:00Z',
    { type: 'string', format: 'date-time' },
  );
