import { AnswerCache } from '../../src/http/answer-cache';
import type { Loading, PendingRequest } from '../../src/http/answer-loading';
import type { MakeCache } from './model';

/** Takes the snapshot after the loading for that of the answer: a change that came in between is never seen. */
class LateSnapshot extends AnswerCache {
  protected override isUnchanged(_before: string | undefined, after: string | undefined): boolean {
    return after !== undefined;
  }
}

/** Lets a request join the loading that is under way, which may have read before the request came. */
class EarlyJoin extends AnswerCache {
  protected override join(loading: Loading, pending: PendingRequest): void {
    pending.waitIn(loading.passengers);
  }
}

/** Faults that a test of stale answers has to find. */
export const planted: readonly (readonly [name: string, make: MakeCache])[] = [
  ['the snapshot is taken after the loading', (sources, most) => new LateSnapshot(sources, most)],
  ['a miss joins the loading that is under way', (sources, most) => new EarlyJoin(sources, most)],
];
