import type { PipeTransform } from '@nestjs/common';
import type { DeclaredClass } from '../kernel/declarations';
import { validate, type Validated } from '../kernel/validation';

/** Hands a body over with its faults, for a use case that tells them together with its own: `@Body(ValidatedBody.of(Draft))`. */
export class ValidatedBody<T> implements PipeTransform<unknown, Validated<T>> {
  private constructor(private readonly validateBody: (body: unknown) => Validated<T>) {}

  /** By a declared class. */
  static of<T extends object>(type: DeclaredClass<T>): ValidatedBody<T> {
    return new ValidatedBody((body) => validate(type, body));
  }

  /** By a function of the domain, where a class alone cannot say what is allowed. */
  static by<T>(validateBody: (body: unknown) => Validated<T>): ValidatedBody<T> {
    return new ValidatedBody(validateBody);
  }

  transform(body: unknown): Validated<T> {
    return this.validateBody(body);
  }
}
