import type { INestApplicationContext } from '@nestjs/common';
import { Command } from 'commander';
import { type TokenDocument, ApiToken } from '../auth/domain/api-token';
import { GRANTS } from '../auth/domain/permissions';
import { COMMAND_LINE } from '../auth/domain/principal';
import type { PublishedToken } from '../auth/domain/token.repository';
import { viewShownToken, viewToken } from '../auth/http/token.view';
import { type ShownToken, TokensService } from '../auth/tokens.service';
import { Clock } from '../kernel/clock';
import { type PageRequest, pagesOf } from '../kernel/page';
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
  new Command('token')
    .description('manage the tokens of the API')
    .addCommand(createCommand())
    .addCommand(listCommand())
    .addCommand(revokeCommand())
    .addCommand(rotateCommand());

const createCommand = (): Command =>
  new Command('create')
    .description('issue a token, and show it this once')
    .requiredOption('--name <name>', 'what people call it')
    .requiredOption('--permissions <list>', `separated by commas, of ${GRANTS.join(', ')}`, split)
    .option('--relayers <ids>', 'the only relayers that there are for it, separated by commas', split)
    .option('--expires <when>', 'an instant in ISO 8601, or a time from now such as 12h or 30d')
    .option('--json', 'for programs')
    .action(({ json, expires, ...given }: CreateOptions) =>
      withServices(async (services) => {
        const expires_at =
          expires === undefined ? undefined : readExpiry('--expires', expires, services.get(Clock).now());
        const body = { ...given, expires_at };
        const tokens = services.get(TokensService);
        print(await fromOptions(optionOf, () => tokens.issue(body, COMMAND_LINE)), json);
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
          console.log(`[${tokens.map(viewToken).join(',')}]`);
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
    .description('end a token, at once and for good')
    .argument('<id>', 'of the token')
    .option('--json', 'for programs')
    .action((id: string, { json }: Output) =>
      withServices(async (services) => {
        const tokens = services.get(TokensService);
        await tokens.revoke(id, COMMAND_LINE);
        console.log(json ? viewToken(await tokens.get(id, COMMAND_LINE)) : `Token ${id} is revoked`);
      }),
    );

const rotateCommand = (): Command =>
  new Command('rotate')
    .description('give a token another text, and show it this once; the one before ends at once')
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

function print({ token, text }: ShownToken, json: true | undefined): void {
  if (json) {
    console.log(viewShownToken(token, text));
    return;
  }
  const { id, name, permissions, relayers, expires_at } = documentOf(token);
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

async function allTokens(services: INestApplicationContext): Promise<PublishedToken[]> {
  const list = (request: PageRequest) => services.get(TokensService).list(request, COMMAND_LINE);
  const tokens: PublishedToken[] = [];
  for await (const { items } of pagesOf(list, ({ position }) => position)) tokens.push(...items);
  return tokens;
}

function rowOf(token: PublishedToken, now: Date): string[] {
  const document = documentOf(token);
  const { id, name, permissions, relayers, created_at, expires_at } = document;
  return [
    id,
    name,
    ApiToken.restore(document, '').stateAt(now),
    permissions.join(' '),
    relayers?.join(' ') ?? 'all',
    created_at,
    expires_at ?? 'never',
    token.lastUsedAt ?? 'never',
  ];
}

const documentOf = ({ json }: PublishedToken): TokenDocument => JSON.parse(json) as TokenDocument;
