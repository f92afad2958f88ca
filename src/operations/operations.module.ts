import { type DynamicModule, Module } from '@nestjs/common';
import { RateLimitsModule } from '../http/rate-limits';
import { RedisModule } from '../redis/redis.module';
import type { Settings } from '../settings/settings';
import { DatabaseFigures } from './database-figures';
import { DeliveryFigures } from './delivery-figures';
import { Figures } from './figures';
import { HealthController } from './health.controller';
import { LimitFigures } from './limit-figures';
import { MetricsController, PublicMetricsController } from './metrics.controller';
import { Readiness } from './readiness';
import { RequestFigures } from './request-figures';

const FIGURES = [Figures, RequestFigures, DatabaseFigures, LimitFigures, DeliveryFigures];

/** What operators and their tools ask: probes, and figures where the settings want them. */
@Module({})
export class OperationsModule {
  static with({ metrics }: Settings): DynamicModule {
    const controller = metrics.isPublic ? PublicMetricsController : MetricsController;
    return {
      module: OperationsModule,
      imports: [RedisModule, RateLimitsModule],
      controllers: [HealthController, ...(metrics.isEnabled ? [controller] : [])],
      providers: [Readiness, ...(metrics.isEnabled ? FIGURES : [])],
    };
  }
}
