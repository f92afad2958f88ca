import {
  type AfterQueryEvent,
  type BeforeQueryEvent,
  type EntitySubscriberInterface,
  EventSubscriber,
  type QueryRunner,
} from 'typeorm';

const CHANGES_NOTHING = /^\s*(SELECT|PRAGMA)\b/i;

/**
 * Refuses a change outside of a transaction, which is a mistake of the code: it would stay whatever came after it. And
 * notes what failed in a transaction, for {@link failureOf}.
 */
@EventSubscriber()
export class StatementRules implements EntitySubscriberInterface {
  beforeQuery({ query, queryRunner }: BeforeQueryEvent): void {
    if (!queryRunner.isTransactionActive && !CHANGES_NOTHING.test(query)) {
      throw new Error(`This needs a transaction: ${query}`);
    }
  }

  afterQuery({ success, error, queryRunner }: AfterQueryEvent): void {
    if (!success) queryRunner.data.failure ??= error as unknown;
  }
}

/** What failed first on a connection. */
export const failureOf = ({ data }: QueryRunner): unknown => data.failure as unknown;
