import { relative } from 'node:path';
import type { Logger } from 'pino';
import type { SecretValue } from '../kernel/secret';
import { keyFileOf } from '../encryption/encryption-keys';
import { VERSION } from '../kernel/version';
import type { Settings } from '../settings/settings';

interface StartUp {
  readonly settings: Settings;
  readonly url: string;
  readonly database: string;
  /** Where one was made. */
  readonly token: SecretValue | undefined;
  /** Where it was written, and is not printed. */
  readonly tokenFile: string | undefined;
}

/** How to make a token where that of the first start is lost. A shell puts names of files in place of a bare `*`. */
const newToken = (): string => `${calledAs()} token create --name me --permissions '*'`;

/** How this program was called: by its name, or by its file in a checkout. */
function calledAs(): string {
  const [, program = 'relayctl'] = process.argv;
  return program.endsWith('.js') ? `node ${relative('', program)}` : 'relayctl';
}

/** Tells at once, where nobody looks, that there is somebody: the start may have to wait for others. */
export function announceStart(log: Logger): void {
  if (process.stdout.isTTY) return;
  log.info({ node: process.version }, 'starting');
  log.flush();
}

/** Tells that the service is up and how to use it: lines for a person on a terminal, a JSON line otherwise. */
export function announce(startUp: StartUp, log: Logger): void {
  if (process.stdout.isTTY) console.log(linesFor(startUp).join('\n'));
  else {
    const { url, database, token, tokenFile } = startUp;
    // Whatever level is logged: nobody would look for the token elsewhere.
    const always = log.child({}, { level: 'info' });
    always.info(
      { version: VERSION, url, docs: `${url}/docs`, database, ...(token ? { tokenFile } : { newToken: newToken() }) },
      'listening',
    );
    always.flush();
  }
}

function linesFor({ settings, url, database, token }: StartUp): string[] {
  const ownKey = settings.encryptionKeys.length === 0 && settings.database.kind === 'sqlite';
  return [
    `Relayer Management Service  ${url}`,
    `Version                     ${VERSION}`,
    `API description             ${url}/docs`,
    `Database                    ${database}`,
    ...(ownKey ? [`Key that seals secrets      ${keyFileOf(settings.database.path)} (keep a copy)`] : []),
    ...(token
      ? [
          `Token, shown only this once ${token.reveal()}`,
          '',
          `curl -H "Authorization: Bearer ${token.reveal()}" ${url}/api/v1/relayers`,
        ]
      : [`Another token               ${newToken()}`]),
  ];
}
