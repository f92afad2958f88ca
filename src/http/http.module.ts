import { Module, type Provider } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { ThrottlerModule } from '@nestjs/throttler';
import { AuthModule } from '../auth/auth.module';
import { BearerGuard } from '../auth/bearer.guard';
import { PermissionGuard } from '../auth/permission.guard';
import { Settings } from '../settings/settings';
import { ErrorsFilter } from './errors.filter';
import { RateLimitGuard } from './rate-limit.guard';
import { RateLimits, RateLimitsModule } from './rate-limits';

/**
 * What every request passes, in this order: token, permission, rate; and what catches all failures. The body is read by
 * the route that asks for it, and the envelope is a matter of what the route answers.
 */
const pipeline: Provider[] = [
  { provide: APP_GUARD, useClass: BearerGuard },
  { provide: APP_GUARD, useClass: PermissionGuard },
  { provide: APP_GUARD, useClass: RateLimitGuard },
  { provide: APP_FILTER, useClass: ErrorsFilter },
];

@Module({
  imports: [
    AuthModule,
    ThrottlerModule.forRootAsync({
      imports: [RateLimitsModule],
      inject: [Settings, RateLimits],
      useFactory: ({ rateLimit: { perSecond, burst } }: Settings, { storage }: RateLimits) => ({
        storage,
        throttlers: perSecond === 0 ? [] : [{ limit: burst, ttl: (burst / perSecond) * 1000 }],
      }),
    }),
  ],
  providers: pipeline,
})
export class HttpModule {}
