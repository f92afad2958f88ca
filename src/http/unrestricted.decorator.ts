import { Reflector } from '@nestjs/core';

/** Refuses tokens that are restricted to some relayers: what the route tells or does is about all of them. */
export const Unrestricted = Reflector.createDecorator<undefined, boolean | undefined>({ transform: () => true });
