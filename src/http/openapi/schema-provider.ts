import { DiscoveryService } from '@nestjs/core';
import type { JsonSchema } from '../../kernel/declarations';
import type { ApiSchemas } from './api-schemas';

/** What a module adds to the API description beside what the decorators of its controllers say. */
export interface SchemaProvider {
  /** Defines the schemas that depend on what is registered when the service runs, and those without a class. */
  defineSchemas(schemas: ApiSchemas): void;
  /** Requests that the service sends itself, by their names; asked when all schemas are defined. */
  webhooks?(schemas: ApiSchemas): Readonly<Record<string, JsonSchema>>;
}

/** Marks a provider that implements {@link SchemaProvider}: the API description asks it. */
export const ProvidesSchemas = DiscoveryService.createDecorator();
