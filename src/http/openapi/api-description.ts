import type { INestApplication } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { stringifyExact } from '../../kernel/exact-json';
import { JSON_TYPE } from '../answer';
import { StaticFile } from '../static-file';
import { ProvidesSchemas, type SchemaProvider } from './schema-provider';
import { describeApi } from './document';
import { DescribedRoutes } from './described-routes';

const INDENT = 2;

/** The description of the API as it runs: with the routes and variants that modules from outside added. */
@Injectable()
export class ApiDescription {
  private application: INestApplication | undefined;
  private made: StaticFile | undefined;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly routes: DescribedRoutes,
  ) {}

  /** @param application whose routes are described; `@nestjs/swagger` reads them there */
  of(application: INestApplication): this {
    this.application = application;
    return this;
  }

  /** Made when it is first asked for: starting does not pay for it. All who are sent it share its bytes. */
  get file(): StaticFile {
    this.made ??= new StaticFile(JSON_TYPE, Buffer.from(`${stringifyExact(this.describe(), INDENT)}\n`));
    return this.made;
  }

  get text(): string {
    return this.file.bytes.toString();
  }

  private describe() {
    if (!this.application) throw new Error('There is no application to describe');
    const providers = this.discovery
      .getProviders({ metadataKey: ProvidesSchemas.KEY })
      .map(({ instance }) => instance as SchemaProvider);
    return describeApi(this.application, providers, this.routes.all());
  }
}
