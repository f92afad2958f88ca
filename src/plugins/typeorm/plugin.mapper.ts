import type { SecretBox } from '../../encryption/secret-box';
import { parseExact, readNumber, stringifyExact } from '../../kernel/exact-json';
import type { PlainObject } from '../../kernel/merge-patch';
import type { NewRow } from '../../persistence/record-table';
import { Plugin } from '../domain/plugin';
import { locationOfConfig, type PluginRow } from './plugin.row';

/** Plugins and their rows, both ways. What they are configured with is sealed in the row. */
export class PluginMapper {
  constructor(private readonly box: SecretBox) {}

  /** @throws SealError */
  entity({ id, path, timeout, config, ...row }: PluginRow): Plugin {
    return Plugin.create({
      ...{ id, path, timeout: readNumber(timeout) },
      emit_logs: Boolean(row.emit_logs),
      emit_traces: Boolean(row.emit_traces),
      raw_response: Boolean(row.raw_response),
      allow_get_invocation: Boolean(row.allow_get_invocation),
      forward_logs: Boolean(row.forward_logs),
      config: config === null ? null : (parseExact(this.box.open(config, locationOfConfig(id))) as PlainObject),
    });
  }

  row({ document: { config, timeout, ...open } }: Plugin, version: number): NewRow<PluginRow> {
    return {
      ...open,
      timeout: String(timeout),
      version,
      config: config && this.box.seal(stringifyExact(config), locationOfConfig(open.id)),
      key_id: config && this.box.keyId,
    };
  }
}
