import type { FactoryProvider } from '@nestjs/common';
import { AnswerCache } from './http/answer-cache';
import { RateLimits, showRate, takeFrom } from './http/rate-limits';
import { CallContext } from './kernel/call-context';
import { Clock } from './kernel/clock';
import { Database } from './persistence/database';
import { Settings } from './settings/settings';

/** The answer cache with what it needs of the service: `http/` itself imports no aggregate and no storage. */
export const answerCache: FactoryProvider<AnswerCache> = {
  provide: AnswerCache,
  inject: [Settings, Database, Clock, CallContext, RateLimits],
  useFactory: (
    settings: Settings,
    database: Database,
    clock: Clock,
    calls: CallContext,
    { storage, budget }: RateLimits,
  ) => {
    return new AnswerCache(
      {
        snapshot: () => database.snapshot(),
        now: () => clock.now(),
        admit: async (request, response) => {
          if (!budget) return true;
          const outcome = await takeFrom(storage, budget, request.principal?.id ?? '', request);
          showRate(response, budget.limit, outcome);
          return !outcome.isBlocked;
        },
        detached: (work) => calls.runDetached(work),
        bound: (work) => calls.bound(work),
      },
      settings.answerCache.bytes,
    );
  },
};
