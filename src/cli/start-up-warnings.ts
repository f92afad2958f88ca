import type { Logger } from 'pino';
import { printable } from '../kernel/printable';
import { isOpenToEverybody } from '../persistence/private-files';
import { filesOfSettings } from '../settings/read-settings';
import { referenceVariables } from '../settings/reference-variables';
import { unknownSettings } from '../settings/unknown-settings';

/** What is mounted is not for this process to judge: the file of a secret often is as its platform makes it. */
export function warnOfOpenFiles(log: Logger): void {
  for (const { name, file } of filesOfSettings(process.env)) {
    if (isOpenToEverybody(file)) log.warn({ setting: name, file }, 'everybody on this machine can read a setting');
  }
}

/** Tells of variables that look like settings and are none: a person in a line each, else the log. */
export function warnOfUnknownSettings(log: Logger): void {
  if (process.stdout.isTTY) tellUnknownSettings();
  else {
    for (const unknown of unknownSettings(process.env)) {
      log.warn(unknown, 'a variable that looks like a setting is none, and changes nothing');
    }
    for (const known of referenceVariables(process.env)) {
      log.warn(known, 'a variable of the OpenZeppelin Relayer changes nothing here');
    }
  }
}

/** Tells the one who called a command. */
export function tellUnknownSettings(): void {
  for (const { variable, nearest } of unknownSettings(process.env)) {
    console.error(printable(`warning: ${variable} is no setting and changes nothing; did you mean ${nearest}?`));
  }
  for (const { variable, instead } of referenceVariables(process.env)) {
    console.error(printable(`warning: ${variable} changes nothing here: ${instead}`));
  }
}
