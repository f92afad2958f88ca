import { Module } from '@nestjs/common';
import { ApiDescription } from './api-description';
import { DocsController } from './docs.controller';

/** The description of the API, and the page that shows it. */
@Module({ controllers: [DocsController], providers: [ApiDescription] })
export class OpenApiModule {}
