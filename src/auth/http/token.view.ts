import type { Stored } from '../../kernel/record';
import type { SecretValue } from '../../kernel/secret';
import type { ApiToken, TokenDocument } from '../domain/api-token';

export const viewToken = ({ entity }: Stored<ApiToken>): TokenDocument => entity.document;

/** A token together with the text that a caller signs in with. */
export const viewIssuedToken = (
  token: Stored<ApiToken>,
  text: SecretValue,
): TokenDocument & { readonly token: string } => ({
  ...viewToken(token),
  token: text.reveal(),
});
