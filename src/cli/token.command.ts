import type { INestApplicationContext } from '@nestjs/common';
import type { ApiToken } from '../auth/domain/api-token';
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
import type { Expiry } from './expiry';
import { fieldsOf, tableOf } from './table';
import { optionOfToken } from './token-faults';
import { fromOptions } from './usage-error';

export interface Output {
  readonly json?: true;
}

export interface CreateOptions extends Output {
  readonly name: string;
  readonly permissions: readonly string[];
  readonly relayers?: readonly string[];
  readonly expires?: Expiry;
}

/** Creates a token, and prints its text this once. */
export const createToken = ({ json, expires, ...given }: CreateOptions): Promise<void> =>
  withServices(async (services) => {
    const body = { ...given, expires_at: expires?.(services.get(Clock).now()) };
    const tokens = services.get(TokensService);
    const issue = async (): Promise<TokenWithText> => tokens.issue(validateOrThrow(TokenDraft, body), COMMAND_LINE);
    print(await fromOptions(optionOfToken, issue), json);
  });

/** Lists the tokens, oldest first. */
export const listTokens = ({ json }: Output): Promise<void> =>
  withServices(async (services) => {
    const tokens = await allTokens(services);
    if (json) {
      console.log(printableJson(tokens.map(viewToken)));
      return;
    }
    const now = services.get(Clock).now();
    const heading = ['ID', 'NAME', 'STATE', 'PERMISSIONS', 'RELAYERS', 'CREATED', 'EXPIRES', 'LAST USED'];
    const rows = tokens.map((token) => rowOf(token, now));
    console.log(tableOf(heading, rows));
  });

/** Revokes a token, at once and for good. */
export const revokeToken = (id: string, { json }: Output): Promise<void> =>
  withServices(async (services) => {
    const tokens = services.get(TokensService);
    await tokens.revoke(id, COMMAND_LINE);
    console.log(json ? printableJson(viewToken(await tokens.get(id, COMMAND_LINE))) : `Token ${id} is revoked`);
  });

/** Gives a token another text, and prints it this once. */
export const rotateToken = (id: string, { json }: Output): Promise<void> =>
  withServices(async (services) => {
    print(await services.get(TokensService).rotate(id, COMMAND_LINE), json);
  });

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
