import { Injectable } from '@nestjs/common';
import { ModuleRef, ModulesContainer } from '@nestjs/core';
import { stringifyExact } from '../../kernel/exact-json';
import { describeApi } from './document';
import { builtIn, type FindRegistry } from './parts';
import { describedRoutes } from './routes';

const INDENT = 2;

/** The text of an API description; without a way to find registries, that of the variants that are built in. */
export const descriptionText = (modules: ModulesContainer, findRegistry: FindRegistry = builtIn): string =>
  `${stringifyExact(describeApi(describedRoutes(modules), findRegistry), INDENT)}\n`;

/** The description of the API as it runs: with the routes and variants that modules from outside added. */
@Injectable()
export class ApiDescription {
  private made: string | undefined;

  constructor(
    private readonly modules: ModulesContainer,
    private readonly moduleRef: ModuleRef,
  ) {}

  /** Made when it is first asked for: starting does not pay for it. */
  get text(): string {
    this.made ??= descriptionText(this.modules, (type) => this.moduleRef.get(type, { strict: false }));
    return this.made;
  }
}
