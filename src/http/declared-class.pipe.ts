import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import type { DeclaredClass } from '../kernel/declarations';
import { DomainError } from '../kernel/domain-error';
import { validate, validateQuery } from '../kernel/validation';

/** What a parameter of a handler can be that declares nothing. */
const UNDECLARED: ReadonlySet<unknown> = new Set([
  undefined,
  Object,
  String,
  Number,
  BigInt,
  Boolean,
  Array,
  Buffer,
  Date,
]);

/** Makes bodies, queries and path parameters instances of the classes that handlers declare them to be. */
@Injectable()
export class DeclaredClassPipe implements PipeTransform {
  /** @throws DomainError `invalid` with every fault */
  transform(value: unknown, { metatype, type }: ArgumentMetadata): unknown {
    if (type === 'custom' || UNDECLARED.has(metatype)) return value;
    const declared = metatype as DeclaredClass;
    const validated = type === 'query' ? validateQuery(declared, value) : validate(declared, value);
    if (validated.faults.length > 0) throw DomainError.invalid(validated.faults);
    return validated.value;
  }
}
