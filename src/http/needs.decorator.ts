import { Reflector } from '@nestjs/core';

/** What a token can be allowed, `relayers:read`; `any` leaves a route to every good token. */
export type Need = `${string}:${string}` | 'any';

/** Says which permission a route, or every route of a controller, needs. A route that says nothing is refused. */
export const Needs = Reflector.createDecorator<Need, Need | undefined>({ transform: (need) => need });
