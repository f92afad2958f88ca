import { Reflector } from '@nestjs/core';

/** Lets everybody call a route or all routes of a controller. Every other route needs a token. */
export const Public = Reflector.createDecorator<undefined, boolean | undefined>({ transform: () => true });
