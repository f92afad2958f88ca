import type { INestApplicationContext } from '@nestjs/common';
import { Command } from 'commander';
import type { ApiToken } from '../auth/domain/api-token';
import { GRANTS } from '../auth/domain/permissions';
import { COMMAND_LINE } from '../auth/domain/principal';
import { viewIssuedToken, viewToken } from '../auth/http/token.view';
import { type TokenWithText, TokensService } from '../auth/tokens.service';
import { Clock } from '../kernel/clock';
import { type PageRequest, pagesOf } from '../kernel/page';
import { validateOrThrow } from '../kernel/validation';
import { TokenDraft } from '../auth/domain/token.fields';
import type { Stored } from '../kernel/record';
import { printableJson } from '../kernel/printable';
import { withServices } from './application-context';
import { readExpiry } from './expiry';
import { fieldsOf, tableOf } from './table';
import { fromOptions } from './usage-error';

interface Output {
  readonly json?: true;
}

interface CreateOptions extends Output {
  readonly name: string;
  readonly permissions: readonly string[];
  readonly relayers?: readonly string[];
  readonly expires?: string;
}

/** `relayctl token …`: the tokens of the API, on the database itself, so that no token is needed for the first one. */
export const tokenCommand = (): Command =>
  new Command()
    .addCommand(createCommand())
    .addCommand(listCommand())
    .addCommand(revokeCommand())
    .addCommand(rotateCommand());

const createCommand = (): Command =>
  new Command('create')
    .description('create a token; its text is shown once')
    .requiredOption('--name <name>', 'for people')
    .requiredOption('--permissions <list>', `separated by commas, of ${GRANTS.join(', ')}`, split)
    .option('--relayers <ids>', 'restrict to these relayers, separated by commas', split)
    .option('--expires <when>', 'an instant in ISO 8601, or a time from now such as 12h or 30d')
    .option('--json', 'for programs')
    .action(({ json, expires, ...given }: CreateOptions) =>
      withServices(async (services) => {
        const expires_at =
          expires === undefined ? undefined : readExpiry('--expires', expires, services.get(Clock).now());
        const body = { ...given, expires_at };
        const tokens = services.get(TokensService);
        const issue = async (): Promise<TokenWithText> => tokens.issue(validateOrThrow(TokenDraft, body), COMMAND_LINE);
        print(await fromOptions(optionOf, issue), json);
      }),
    );

const listCommand = (): Command =>
  new Command('list')
    .description('list the tokens, oldest first, those that are revoked or have expired too')
    .option('--json', 'for programs')
    .action(({ json }: Output) =>
      withServices(async (services) => {
        const tokens = await allTokens(services);
        if (json) {
          console.log(printableJson(tokens.map(viewToken)));
          return;
        }
        const now = services.get(Clock).now();
        const heading = ['ID', 'NAME', 'STATE', 'PERMISSIONS', 'RELAYERS', 'CREATED', 'EXPIRES', 'LAST USED'];
        console.log(
          tableOf(
            heading,
            tokens.map((token) => rowOf(token, now)),
          ),
        );
      }),
    );

const revokeCommand = (): Command =>
  new Command('revoke')
    .description('revoke a token, at once and for good')
    .argument('<id>', 'of the token')
    .option('--json', 'for programs')
    .action((id: string, { json }: Output) =>
      withServices(async (services) => {
        const tokens = services.get(TokensService);
        await tokens.revoke(id, COMMAND_LINE);
        console.log(json ? printableJson(viewToken(await tokens.get(id, COMMAND_LINE))) : `Token ${id} is revoked`);
      }),
    );

const rotateCommand = (): Command =>
  new Command('rotate')
    .description('rotate a token: its new text is shown once, the one before is revoked at once')
    .argument('<id>', 'of the token')
    .option('--json', 'for programs')
    .action((id: string, { json }: Output) =>
      withServices(async (services) => {
        print(await services.get(TokensService).rotate(id, COMMAND_LINE), json);
      }),
    );

/** Commander passes the value before as the second argument: an option that is given twice adds to its list. */
const split = (text: string, before: readonly string[] = []): string[] => [...before, ...text.split(',')];

const optionOf = (field: string): string => (field === 'expires_at' ? '--expires' : `--${field}`);

function print({ token, text }: TokenWithText, json: true | undefined): void {
  if (json) {
    console.log(printableJson(viewIssuedToken(token, text)));
    return;
  }
  const { id, name, permissions, relayers, expires_at } = viewToken(token);
  console.log(
    fieldsOf({
      id,
      name,
      permissions: permissions.join(' '),
      relayers: relayers?.join(' ') ?? 'all',
      expires: expires_at ?? 'never',
      'token, shown only this once': text.reveal(),
    }),
  );
}

async function allTokens(services: INestApplicationContext): Promise<Stored<ApiToken>[]> {
  const list = (request: PageRequest) => services.get(TokensService).list(request, COMMAND_LINE);
  const tokens: Stored<ApiToken>[] = [];
  for await (const { items } of pagesOf(list)) for await (const token of items) tokens.push(token);
  return tokens;
}

function rowOf(token: Stored<ApiToken>, now: Date): string[] {
  const { id, name, permissions, relayers, created_at, expires_at, last_used_at } = viewToken(token);
  return [
    id,
    name,
    token.entity.stateAt(now),
    permissions.join(' '),
    relayers?.join(' ') ?? 'all',
    created_at,
    expires_at ?? 'never',
    last_used_at ?? 'never',
  ];
}
