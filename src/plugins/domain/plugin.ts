import { stringifyExact } from '../../kernel/exact-json';
import type { PlainObject } from '../../kernel/merge-patch';
import { DEFAULT_TIMEOUT, type PluginDraft } from './plugin.fields';

/** The plain form of a plugin, in the names that everybody sees. */
export interface PluginDocument {
  readonly id: string;
  readonly path: string;
  /** In seconds; a bigint where no number holds it. */
  readonly timeout: number | bigint;
  readonly emit_logs: boolean;
  readonly emit_traces: boolean;
  readonly raw_response: boolean;
  readonly allow_get_invocation: boolean;
  readonly forward_logs: boolean;
  /** What it is given at every call; it may hold secrets. */
  readonly config: PlainObject | null;
}

type Changes = Partial<Omit<PluginDocument, 'id' | 'path'>>;

/** A program that a relayer process runs when it is called, and what it is run with. A change makes another one. */
export class Plugin {
  private constructor(readonly document: PluginDocument) {}

  static create(draft: PluginDraft): Plugin {
    return new Plugin({
      id: draft.id,
      path: draft.path,
      timeout: draft.timeout ?? DEFAULT_TIMEOUT,
      emit_logs: draft.emit_logs ?? false,
      emit_traces: draft.emit_traces ?? false,
      raw_response: draft.raw_response ?? false,
      allow_get_invocation: draft.allow_get_invocation ?? false,
      forward_logs: draft.forward_logs ?? false,
      config: draft.config ?? null,
    });
  }

  get id(): string {
    return this.document.id;
  }

  /** The plugin after a change; what is absent stays as it is, and a null clears its configuration. */
  changed(changes: Changes): Plugin {
    return Plugin.create({ ...this.document, ...changes });
  }

  equals(other: Plugin): boolean {
    return stringifyExact(this.document) === stringifyExact(other.document);
  }
}
