import { Reflector } from '@nestjs/core';

/**
 * Lets the answer cache store what a GET route answers. Only for answers that depend on nothing but the token, the URL
 * and the database: not on the time, on other headers or on what a process remembers. A route that says nothing is
 * asked every time.
 */
export const Cacheable = Reflector.createDecorator<undefined, boolean | undefined>({ transform: () => true });
