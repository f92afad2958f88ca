import { Reflector } from '@nestjs/core';

/** Leaves what a route answers, or all routes of a controller, as it is: it is no resource of the API. */
export const WithoutEnvelope = Reflector.createDecorator<undefined, boolean | undefined>({ transform: () => true });
