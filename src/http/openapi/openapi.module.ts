import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ApiDescription } from './api-description';
import { DocsController } from './docs.controller';
import { DescribedRoutes } from './described-routes';

/** The description of the API, and the page that shows it. */
@Module({ imports: [DiscoveryModule], controllers: [DocsController], providers: [ApiDescription, DescribedRoutes] })
export class OpenApiModule {}
