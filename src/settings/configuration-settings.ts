import { join } from 'node:path';
import { IsOptional, Matches } from 'class-validator';
import { Setting } from './setting.decorator';

const PATH = /^[^\0]+$/;

/** The configuration that is stored in an empty database, under the names that the OpenZeppelin Relayer reads. */
export class ConfigurationSettings {
  @Setting('CONFIG_DIR', 'the path of a folder', './config')
  @IsOptional()
  @Matches(PATH)
  readonly folder: string | undefined = undefined;

  @Setting('CONFIG_FILE_NAME', 'the name of a file in the folder CONFIG_DIR', 'config.json')
  @IsOptional()
  @Matches(PATH)
  readonly fileName: string | undefined = undefined;

  /** The path of the file; undefined where neither is set. */
  get file(): string | undefined {
    const { folder, fileName } = this;
    if (folder === undefined && fileName === undefined) return undefined;
    return join(folder ?? './config', fileName ?? 'config.json');
  }
}
