import type { SecretValue } from '../../kernel/secret';

/** A full-access token that the operator chose (`API_KEY`), where there is one. */
export class OperatorKey {
  constructor(readonly text: SecretValue | undefined) {}
}
