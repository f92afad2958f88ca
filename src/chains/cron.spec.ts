import { cronFault } from './cron';

const FIELDS =
  'must have 6 or 7 fields, seconds first, the year last if at all, or be one of @hourly, @daily, @weekly, @monthly, @yearly';

it.each([
  '0 0 */6 * * *',
  '* * * * * *',
  '*/30 * * * * *',
  '0 30 9,12,15 1,15 May-Aug Mon,Wed,Fri 2018/2',
  '0,20,40 5-10/2 10/3 ? * MON-FRI 2026-2030',
  '59 59 23 31 12 7 2100',
  '  0   0  0 1 january ?  ',
  '0 0 0 ?/2 * sunday-tues',
  '@hourly',
  ' @daily ',
  '@weekly',
  '@monthly',
  '@yearly',
])('takes the schedule %p', (schedule) => {
  expect(cronFault(schedule)).toBeUndefined();
});

it.each([
  ['0 * * * *', 'must have 6 or 7 fields: the seconds come first, so put 0 before these five'],
  ['@Daily', FIELDS],
  ['@reboot', FIELDS],
  ['', FIELDS],
  ['0 0 0 * * * * *', FIELDS],
  [7, 'must be a cron schedule of at most 256 characters'],
  [`${'0,'.repeat(130)}0 * * * * *`, 'must be a cron schedule of at most 256 characters'],
])('says of %p that it %s', (schedule, fault) => {
  expect(cronFault(schedule)).toBe(fault);
});

it.each([
  ['60 * * * * *', 'seconds must be from 0 to 59'],
  ['? * * * * *', 'seconds'],
  ['-1 * * * * *', 'seconds'],
  ['1,,2 * * * * *', 'seconds'],
  ['*/0 * * * * *', 'seconds'],
  ['*/5/5 * * * * *', 'seconds'],
  ['1-2-3 * * * * *', 'seconds'],
  ['MON * * * * *', 'seconds'],
  ['0x1 * * * * *', 'seconds'],
  ['* 60 * * * *', 'minutes'],
  ['* 5-1 * * * *', 'minutes'],
  ['* * 24 * * *', 'hours'],
  ['* * * 0 * *', 'day of the month must be from 1 to 31'],
  ['* * * 32 * *', 'day of the month'],
  ['* * * L * *', 'day of the month'],
  ['* * * * 13 *', 'month'],
  ['* * * * FEB/2 *', 'month'],
  ['* * * * 1-MAR *', 'month'],
  ['* * * * * 0', 'day of the week (1 is Sunday) must be from 1 to 7'],
  ['* * * * * 8', 'day of the week'],
  ['* * * * * 5#2', 'day of the week'],
  ['* * * * * SAT-SUN', 'day of the week'],
  ['* * * * * * 1969', 'year'],
  ['* * * * * * 2101', 'year'],
  ['* * * * * * ?', 'year'],
])('refuses %p, whose %s', (schedule, fault) => {
  expect(cronFault(schedule)).toContain(`must be a cron schedule: its ${fault}`);
});
