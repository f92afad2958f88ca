import { type DynamicModule, Module } from '@nestjs/common';
import { Registry } from 'prom-client';
import { RateLimitsModule } from '../http/rate-limits';
import { RedisModule } from '../redis/redis.module';
import { RelayersModule } from '../relayers/relayers.module';
import type { Settings } from '../settings/settings';
import { ClusterMetrics } from './cluster-metrics';
import { DatabaseMetrics } from './database-metrics';
import { DeliveryMetrics } from './delivery-metrics';
import { MetricsServer } from './metrics-server';
import { MetricsText } from './metrics-text';
import { MetricsController, PublicMetricsController } from './metrics.controller';
import { RateLimitMetrics } from './rate-limit-metrics';
import { RelayerMetrics } from './relayer-metrics';
import { createRegistry } from './registry';
import { RequestMetrics } from './request-metrics';

/** Metrics for Prometheus, where the settings want them. */
@Module({})
export class MetricsModule {
  static with({ metrics }: Settings): DynamicModule {
    if (!metrics.isEnabled) return { module: MetricsModule };
    return {
      module: MetricsModule,
      imports: [RedisModule, RateLimitsModule, RelayersModule],
      controllers: [metrics.isPublic ? PublicMetricsController : MetricsController],
      providers: [
        { provide: Registry, useFactory: createRegistry },
        ClusterMetrics,
        MetricsText,
        MetricsServer,
        RequestMetrics,
        DatabaseMetrics,
        RateLimitMetrics,
        DeliveryMetrics,
        RelayerMetrics,
      ],
    };
  }
}
