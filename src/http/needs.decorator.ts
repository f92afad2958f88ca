import { Reflector } from '@nestjs/core';

/**
 * What a token can be allowed, `relayers:read`; `any` leaves a route to every good token. Tokens are given the permissions of
 * this service only: a route from outside that needs one of its own is for tokens with `*`.
 */
export type Need = `${string}:${string}` | 'any';

/** Says which permission a route, or every route of a controller, needs. A route that says nothing is refused. */
export const Needs = Reflector.createDecorator<Need, Need | undefined>({ transform: (need) => need });
