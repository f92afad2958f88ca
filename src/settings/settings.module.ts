import { type DynamicModule, Global, Module } from '@nestjs/common';
import { UrlRules } from '../kernel/url-rules';
import { Settings } from './settings';

@Global()
@Module({})
export class SettingsModule {
  static with(settings: Settings): DynamicModule {
    return {
      module: SettingsModule,
      providers: [
        { provide: Settings, useValue: settings },
        { provide: UrlRules, useValue: new UrlRules(settings.urls) },
      ],
      exports: [Settings, UrlRules],
    };
  }
}
