import { Injectable } from '@nestjs/common';
import type { Example } from '../../http/openapi/api.decorator';
import { type ApiSchemas, nullable, objectSchema } from '../../http/openapi/api-schemas';
import { ProvidesSchemas, type SchemaProvider } from '../../http/openapi/schema-provider';
import { WITHOUT_NUL } from '../../kernel/characters';
import type { JsonSchema } from '../../kernel/declarations';
import { FORBIDDEN_NAMES } from '../../kernel/exact-json';
import { Plugin } from '../domain/plugin';
import { PluginChanges, PluginDraft } from '../domain/plugin.fields';

const example = (summary: string, value: unknown): Example => ({ summary, value });

/** What a null does to a field of a patch. */
const nullOf = (name: string): string =>
  name === 'config' ? 'Null clears it; an object replaces the old one.' : 'Null is refused.';

/** The schemas of plugins. */
@Injectable()
@ProvidesSchemas()
export class PluginModels implements SchemaProvider {
  defineSchemas(schemas: ApiSchemas): void {
    const { document } = Plugin.create({ id: 'quote-plugin', path: 'plugins/quote.ts', timeout: 30 });
    schemas.define('Plugin', answered(schemas), {
      plain: example('Without a configuration', document),
      configured: example('With a configuration', { ...document, config: { venue: 'primary', retries: 3 } }),
    });
    schemas.define('PluginConfigValue', configValue);
    schemas.define('UpdatePluginRequest', patch(schemas), {
      timeout: example('Let calls take longer', { timeout: 60 }),
      config: example('Replace the configuration', { config: { venue: 'secondary' } }),
      no_config: example('Clear the configuration', { config: null }),
    });
  }
}

const text = { type: 'string', pattern: WITHOUT_NUL };
const value = { $ref: '#/components/schemas/PluginConfigValue' };

/** Of an object: what no name of it may be, and what its values are. */
const anyMembers = { propertyNames: { ...text, not: { enum: [...FORBIDDEN_NAMES] } }, additionalProperties: value };

const configValue: JsonSchema = {
  description: 'Any JSON without NUL and the names that reach the prototype of an object, within 32 levels.',
  anyOf: [
    text,
    { type: 'number' },
    { type: 'boolean' },
    { type: 'null' },
    { type: 'array', items: value },
    { type: 'object', ...anyMembers },
  ],
};

function answered(schemas: ApiSchemas): JsonSchema {
  const { id, path, config, ...rest } = schemas.fields(PluginDraft, 'answered');
  const description = 'What it is given at every call; {"***":"***"} for who may not both read and write plugins.';
  const properties = { id: { ...id }, path: { ...path }, ...rest, config: nullable({ ...config, description }) };
  return objectSchema(properties, undefined, 'A program that a relayer process runs when it is called.');
}

function patch(schemas: ApiSchemas): JsonSchema {
  const [given, whole] = [schemas.fields(PluginChanges, 'given'), schemas.fields(PluginDraft, 'answered')];
  const properties = Object.entries(given).map(([name, schema]) => {
    const kept = name === 'config' ? { ...schema, ...anyMembers } : { ...whole[name] };
    return [name, { ...kept, description: [schema.description, nullOf(name)].join(' ') }];
  });
  return objectSchema(Object.fromEntries(properties) as Record<string, JsonSchema>, [], 'A change of a plugin.');
}
