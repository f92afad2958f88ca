const REALM = 'relayer-management';

/** The header `WWW-Authenticate` of a refusal (RFC 6750, 3); who did not try this scheme is told of no error. */
export const challengeOf = (error?: 'invalid_token' | 'insufficient_scope', scope?: string): string =>
  [`Bearer realm="${REALM}"`, ...(error ? [`error="${error}"`] : []), ...(scope ? [`scope="${scope}"`] : [])].join(
    ', ',
  );
