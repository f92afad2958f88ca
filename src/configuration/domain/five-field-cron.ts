const DAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'];

/**
 * A schedule of five fields, as crontabs have it, in six: at second 0, and with names for the days of the week, which
 * count from 0 there and from 1 here. Undefined where it has not five fields.
 */
export function withSeconds(schedule: unknown): string | undefined {
  const fields = typeof schedule === 'string' ? schedule.trim().split(/\s+/) : [];
  const [minutes, hours, day, month, weekday] = fields;
  if (fields.length !== 5 || weekday === undefined) return undefined;
  const named = weekday.replace(/(?<![\d/])[0-7](?!\d)/g, (number) => DAYS[Number(number)] ?? number);
  return ['0', minutes, hours, day, month, named].join(' ');
}
