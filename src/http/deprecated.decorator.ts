import { Reflector } from '@nestjs/core';

/** Since when a route is deprecated, and what is known of its end. */
export interface Deprecation {
  readonly since: Date;
  /** When it goes, once that is known. */
  readonly sunset?: Date;
  /** The URL of a page that tells what replaces it. */
  readonly link?: string;
}

/** Marks a route, or all routes of a controller, as deprecated: in its answers, and in the API description. */
export const Deprecated = Reflector.createDecorator<Deprecation, Deprecation | undefined>({
  transform: (deprecation) => deprecation,
});
