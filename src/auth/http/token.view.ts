import type { SecretValue } from '../../kernel/secret';
import type { PublishedToken } from '../domain/token.repository';

/** Where the stored text has null for the last use. No text of a record can contain it: quotes in texts are escaped. */
const NEVER_USED = '"last_used_at":null';

/** The JSON text of a token. */
export const viewToken = ({ json, lastUsedAt }: PublishedToken): string =>
  lastUsedAt === null ? json : json.replace(NEVER_USED, () => `"last_used_at":${JSON.stringify(lastUsedAt)}`);

/** The JSON text of a token together with the text that a caller signs in with. */
export const viewShownToken = (token: PublishedToken, text: SecretValue): string =>
  `${viewToken(token).slice(0, -1)},"token":${JSON.stringify(text.reveal())}}`;

/** What tells two answers of one version apart: a use is no new version. */
export const variantOf = ({ lastUsedAt }: PublishedToken): string =>
  lastUsedAt === null ? '' : `-${Date.parse(lastUsedAt).toString(36)}`;
