import { Reflector } from '@nestjs/core';

/** Lets a creation be sent twice under one `Idempotency-Key`: the second time it gets the first one's answer. */
export const Idempotent = Reflector.createDecorator<undefined, boolean | undefined>({ transform: () => true });
