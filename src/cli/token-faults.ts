import { TokenDraft } from '../auth/domain/token.fields';
import { validate } from '../kernel/validation';
import type { Given } from './relayctl-command';
import { linesOfFaults } from './usage-error';

/** What the fields of a token say against the options that give them. */
export function faultsOfToken({ name, permissions, relayers }: Given): readonly string[] {
  const given = { name, permissions, relayers };
  const { faults } = validate(TokenDraft, given);
  // That an option is missing was said.
  const judged = faults.filter(
    ({ path }) => given[(/^\w+/.exec(path)?.[0] ?? path) as keyof typeof given] !== undefined,
  );
  return linesOfFaults(judged, optionOfToken);
}

/** The option that gives a field of a token. */
export const optionOfToken = (field: string): string => (field === 'expires_at' ? '--expires' : `--${field}`);
