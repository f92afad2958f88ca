import { randomUUID } from 'node:crypto';
import { Rule } from './declarations';

const PATTERN = /^[A-Za-z0-9_-]{1,36}$/;

/** A fresh identifier: a UUID v4. */
export const newEntityId = (): string => randomUUID();

/** Whether a text can be the identifier of a record: 1 to 36 characters of `A-Z a-z 0-9 - _`. */
export const isEntityId = (value: unknown): value is string => typeof value === 'string' && PATTERN.test(value);

/** Declares a field that holds the identifier of a record. */
export const EntityId = (options: { readonly each?: boolean } = {}): PropertyDecorator =>
  Rule(
    'entityId',
    isEntityId,
    'must be 1 to 36 characters of A-Z a-z 0-9 - _',
    { type: 'string', pattern: PATTERN.source },
    options,
  );
