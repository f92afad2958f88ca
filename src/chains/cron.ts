import { Rule } from '../kernel/declarations';

const MAX_CHARACTERS = 256;

interface CronField {
  readonly name: string;
  readonly least: number;
  readonly most: number;
  /** Names of its values, the least first, in every spelling that is read. */
  readonly names?: readonly (readonly string[])[];
  /** Whether `?` may stand for any value. */
  readonly open?: boolean;
}

const MONTHS =
  'jan january,feb february,mar march,apr april,may,jun june,jul july,aug august,sep september,oct october,nov november,dec december';
const DAYS = 'sun sunday,mon monday,tue tues tuesday,wed wednesday,thu thurs thursday,fri friday,sat saturday';
const spellings = (list: string): string[][] => list.split(',').map((names) => names.split(' '));

/** The fields that the schedules of the OpenZeppelin Relayer have, which reads them as the Rust crate `cron` does. */
const FIELDS: readonly CronField[] = [
  { name: 'seconds', least: 0, most: 59 },
  { name: 'minutes', least: 0, most: 59 },
  { name: 'hours', least: 0, most: 23 },
  { name: 'day of the month', least: 1, most: 31, open: true },
  { name: 'month', least: 1, most: 12, names: spellings(MONTHS) },
  { name: 'day of the week (1 is Sunday)', least: 1, most: 7, names: spellings(DAYS), open: true },
  { name: 'year', least: 1970, most: 2100 },
];

/** What may stand for a whole schedule: its first second, in UTC. */
const SHORTHANDS: readonly string[] = ['@hourly', '@daily', '@weekly', '@monthly', '@yearly'];

/** What is wrong with a value as a schedule of six or seven fields, seconds first, or a shorthand. */
export function cronFault(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > MAX_CHARACTERS) {
    return `must be a cron schedule of at most ${String(MAX_CHARACTERS)} characters`;
  }
  if (SHORTHANDS.includes(value.trim())) return undefined;
  const parts = value.trim().split(/\s+/);
  if (parts.length === 5) return 'must have 6 or 7 fields: the seconds come first, so put 0 before these five';
  if (parts.length < 6 || parts.length > 7)
    return `must have 6 or 7 fields, seconds first, the year last if at all, or be one of ${SHORTHANDS.join(', ')}`;
  const broken = FIELDS.find((field, index) => parts[index] !== undefined && !isCronField(field, parts[index]));
  return broken && `must be a cron schedule: its ${broken.name} must be from ${range(broken)}`;
}

/** Declares a cron schedule of six or seven fields, seconds first, or a shorthand such as `@daily`, as the OpenZeppelin Relayer reads it. */
export const CronSchedule = (): PropertyDecorator =>
  Rule(
    'cronSchedule',
    (value) => cronFault(value) === undefined,
    (value) => cronFault(value) ?? '',
    { type: 'string', maxLength: MAX_CHARACTERS },
  );

const range = ({ least, most }: CronField): string => `${String(least)} to ${String(most)}`;

const isCronField = (field: CronField, text: string): boolean =>
  text.split(',').every((item) => isCronItem(field, item));

/** A value, a name, a range of either, or any; all but a single name may be followed by a step. */
function isCronItem(field: CronField, item: string): boolean {
  const [base = '', step, ...rest] = item.split('/');
  if (rest.length > 0 || (step !== undefined && !/^0*[1-9]\d{0,3}$/.test(step))) return false;
  if (base === '*' || (base === '?' && field.open === true)) return true;
  const [from = '', to, ...more] = base.split('-');
  if (more.length > 0) return false;
  const start = ordinal(field, from);
  if (start === undefined) return false;
  if (to === undefined) return step === undefined || /^\d/.test(from);
  const end = ordinal(field, to);
  return end !== undefined && start <= end && /^\d/.test(from) === /^\d/.test(to);
}

function ordinal({ least, most, names = [] }: CronField, text: string): number | undefined {
  const named = names.findIndex((spelled) => spelled.includes(text.toLowerCase()));
  if (named >= 0) return least + named;
  const value = /^\d{1,4}$/.test(text) ? Number(text) : NaN;
  return value >= least && value <= most ? value : undefined;
}
