import { Reflector } from '@nestjs/core';

/** Leaves the body of a POST, PUT or PATCH unread: the routes take none, or read it themselves. */
export const NoBody = Reflector.createDecorator<undefined, boolean | undefined>({ transform: () => true });
