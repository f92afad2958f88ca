import { GRANTS } from '../auth/domain/permissions';
import { exitCodes, OF_DATABASE } from './exit-codes';
import { readExpiry } from './expiry';
import { RelayctlCommand } from './relayctl-command';
import type { CreateOptions, Output } from './token.command';

/** `relayctl token …`: the tokens of the API, on the database itself, so that no token is needed for the first one. */
export const tokenCommand = (): RelayctlCommand =>
  new RelayctlCommand('token')
    .description('create, list, rotate and revoke API tokens')
    .addCommand(createCommand())
    .addCommand(listCommand())
    .addCommand(revokeCommand())
    .addCommand(rotateCommand());

const createCommand = (): RelayctlCommand =>
  new RelayctlCommand('create')
    .description('create a token; its text is shown once')
    .requiredOption('--name <name>', 'for people')
    .requiredOption('--permissions <list>', `separated by commas, of ${GRANTS.join(', ')}`, split)
    .option('--relayers <ids>', 'restrict to these relayers, separated by commas', split)
    .option('--expires <when>', 'an instant in ISO 8601, or a time from now such as 12h or 30d', readExpiry)
    .option('--json', 'for programs')
    .examples(
      ["relayctl token create --name admin --permissions '*'", 'may do everything, for ever'],
      ['relayctl token create --name ci --permissions relayers:read,relayers:write --expires 30d', 'for a month'],
    )
    .endsWith(exitCodes(OF_DATABASE))
    .judgedBy(async (given) => (await import('./token-faults.js')).faultsOfToken(given))
    .action(async (options: CreateOptions) => (await import('./token.command.js')).createToken(options));

const listCommand = (): RelayctlCommand =>
  new RelayctlCommand('list')
    .description('list the tokens, oldest first, those that are revoked or have expired too')
    .option('--json', 'for programs')
    .examples(['relayctl token list', 'a line each'], ['relayctl token list --json', 'as the API answers them'])
    .endsWith(exitCodes(OF_DATABASE))
    .action(async (options: Output) => (await import('./token.command.js')).listTokens(options));

const revokeCommand = (): RelayctlCommand =>
  new RelayctlCommand('revoke')
    .description('revoke a token, at once and for good')
    .argument('<id>', 'of the token')
    .option('--json', 'for programs')
    .examples(['relayctl token revoke 1hr8ayLm0AHe0JGT', 'its id is what follows rms_ in its text'])
    .endsWith(exitCodes(OF_DATABASE, { 1: 'there is no such token' }))
    .action(async (id: string, options: Output) => (await import('./token.command.js')).revokeToken(id, options));

const rotateCommand = (): RelayctlCommand =>
  new RelayctlCommand('rotate')
    .description('rotate a token: its new text is shown once, the one before is revoked at once')
    .argument('<id>', 'of the token')
    .option('--json', 'for programs')
    .examples(['relayctl token rotate 1hr8ayLm0AHe0JGT', 'for whoever may have read its text'])
    .endsWith(exitCodes(OF_DATABASE, { 1: 'there is no such token, or it was revoked' }))
    .action(async (id: string, options: Output) => (await import('./token.command.js')).rotateToken(id, options));

/** Commander passes the value before as the second argument: an option that is given twice adds to its list. */
function split(text: string, before: readonly string[] | undefined = []): readonly string[] {
  return [...before, ...text.split(',')];
}
