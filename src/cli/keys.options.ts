import { exitCodes, OF_DATABASE } from './exit-codes';
import type { Output } from './keys.command';
import { RelayctlCommand } from './relayctl-command';

/** `relayctl keys …`: the keys that seal secrets. */
export const keysCommand = (): RelayctlCommand =>
  new RelayctlCommand('keys')
    .description('generate and rotate the keys that encrypt stored secrets')
    .addCommand(generateCommand())
    .addCommand(rotateCommand());

const generateCommand = (): RelayctlCommand =>
  new RelayctlCommand('generate')
    .description('print a fresh key; how to use it goes to the standard error output')
    .examples(['relayctl keys generate > new.key', 'only the key, with its id'])
    .action(async () => (await import('./keys.command.js')).generateKey());

const rotateCommand = (): RelayctlCommand =>
  new RelayctlCommand('rotate')
    .description('re-encrypt with the first key what another one encrypted; may be stopped and run again at any time')
    .option('--json', 'for programs')
    .examples(['STORAGE_ENCRYPTION_KEY=new:…,old:… relayctl keys rotate', 'until nothing needs the old key'])
    .endsWith(exitCodes(OF_DATABASE, { 0: 'nothing needs another key', 1: 'something still needs another key' }))
    .action(async (options: Output) => (await import('./keys.command.js')).rotateKeys(options));
