import { IsInt, IsOptional, Matches, Max, Min } from 'class-validator';
import { toWhole } from './conversions';
import { Setting } from './setting.decorator';

const MAX_DAYS = 36_500;

export class AuditSettings {
  /** How long entries stay in the database; for ever where nothing is said. */
  @Setting('AUDIT_RETENTION_DAYS', `a whole number of days from 1 to ${String(MAX_DAYS)}`, '365', toWhole)
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(MAX_DAYS)
  readonly retentionDays: number | undefined = undefined;

  /** The folder of the files that older ones are moved to. */
  @Setting('AUDIT_ARCHIVE_FOLDER', 'the path of a folder', '/var/lib/relayer-management/audit-archive')
  @Matches(/^[^\0]+$/)
  readonly archiveFolder: string = './audit-archive';
}
