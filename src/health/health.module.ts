import { Module } from '@nestjs/common';
import { RedisModule } from '../redis/redis.module';
import { HealthModels } from './health.api';
import { HealthController } from './health.controller';
import { Readiness } from './readiness';

/** What probes and load balancers ask. */
@Module({ imports: [RedisModule], controllers: [HealthController], providers: [HealthModels, Readiness] })
export class HealthModule {}
