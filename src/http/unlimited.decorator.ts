import { applyDecorators } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { SkipThrottle } from '@nestjs/throttler';

/** What {@link Unlimited} notes of a route, for the API description. */
export const IsUnlimited = Reflector.createDecorator<undefined, boolean | undefined>({ transform: () => true });

/** Leaves a route, or all routes of a controller, out of the rate limit. */
export const Unlimited = (): MethodDecorator & ClassDecorator => applyDecorators(SkipThrottle(), IsUnlimited());
