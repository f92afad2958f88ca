import { hasCharacters, WITHOUT_NUL } from '../../kernel/characters';
import { Rule } from '../../kernel/declarations';

/** In characters. */
const MAX_PLUGIN_ID = 255;

/** Whether a text can identify a plugin: any that each database stores. */
export const isPluginId = (value: unknown): boolean =>
  typeof value === 'string' && hasCharacters(value, 1, MAX_PLUGIN_ID) && value.isWellFormed() && !value.includes('\0');

/** Declares a field that holds the identifier of a plugin. */
export const PluginId = (): PropertyDecorator =>
  Rule('pluginId', isPluginId, `must be a text of 1 to ${String(MAX_PLUGIN_ID)} characters, none of them NUL`, {
    type: 'string',
    minLength: 1,
    maxLength: MAX_PLUGIN_ID,
    pattern: WITHOUT_NUL,
  });
