import { Describe, Flag, Nullable, Optional, Rule } from '../../kernel/declarations';
import { hasCharacters } from '../../kernel/characters';
import type { PlainObject } from '../../kernel/merge-patch';
import { configFault } from './plugin-config';
import { PluginId } from './plugin-id';

/** In seconds: how long a call may take where nothing is said. */
export const DEFAULT_TIMEOUT = 300;

const MAX_TIMEOUT = 2n ** 64n - 1n;

const MAX_PATH_CHARACTERS = 4096;

const PATH_RULE = `must be the path of a TypeScript file, which ends in .ts, of at most ${String(MAX_PATH_CHARACTERS)} characters`;

/** Exact JSON reads what no number holds as a bigint. */
const isTimeout = (value: unknown): boolean =>
  (typeof value === 'bigint' || (typeof value === 'number' && Number.isSafeInteger(value))) &&
  value >= 1 &&
  value <= MAX_TIMEOUT;

/** The fields of a plugin that can be changed. */
export class PluginChanges {
  @Describe('How long a call may take, in seconds.', 30)
  @Optional()
  @Rule('timeout', isTimeout, 'must be a whole number from 1 to 2^64-1', {
    type: 'integer',
    minimum: 1,
    maximum: MAX_TIMEOUT,
  })
  timeout?: number | bigint;

  @Describe('Whether the answer to a call has what the plugin logged.', true)
  @Optional()
  @Flag()
  emit_logs?: boolean;

  @Describe('Whether the answer to a call has the traces of what the plugin asked for.', false)
  @Optional()
  @Flag()
  emit_traces?: boolean;

  @Describe('Whether a call is answered with what the plugin returns alone, without an envelope.', false)
  @Optional()
  @Flag()
  raw_response?: boolean;

  @Describe('Whether a call may be a GET.', false)
  @Optional()
  @Flag()
  allow_get_invocation?: boolean;

  @Describe('Whether what the plugin logs joins the log of the process that runs it.', false)
  @Optional()
  @Flag()
  forward_logs?: boolean;

  @Describe('What the plugin is given at every call. It may hold secrets: it is sealed where it is stored.', {
    venue: 'primary',
  })
  @Nullable()
  @Rule('config', (value) => configFault(value) === undefined, (value) => configFault(value) ?? '', { type: 'object' })
  config?: PlainObject | null;
}

/** What a plugin is made of. */
export class PluginDraft extends PluginChanges {
  @Describe('Its identifier.', 'quote-plugin')
  @PluginId()
  id!: string;

  @Describe('The TypeScript file of the plugin, as the process that runs it finds it.', 'plugins/quote.ts')
  @Rule('path', isTypeScriptPath, pathFault, {
    type: 'string',
    maxLength: MAX_PATH_CHARACTERS,
    pattern: String.raw`\.ts$`,
  })
  path!: string;
}

function isTypeScriptPath(value: unknown): boolean {
  return typeof value === 'string' && value.endsWith('.ts') && hasCharacters(value, 1, MAX_PATH_CHARACTERS);
}

/** A compiled file is what people take for the plugin most often. */
function pathFault(value: unknown): string {
  const isCompiled = typeof value === 'string' && /\.[cm]?js$/.test(value);
  return isCompiled ? 'must end in .ts: a plugin is a TypeScript file, not the .js that is made of it' : PATH_RULE;
}
