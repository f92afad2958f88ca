import type { Response } from 'express';
import { Loading, PendingRequest } from './answer-loading';
import type { ApiRequest } from './api-request';
import { LruBytes } from './lru-bytes';
import { sendText } from './send-text';
import type { RequestMiddleware } from './server';
import { keyOf, storable, type StoredAnswer } from './stored-answer';

/** In milliseconds: then the application is asked again, which notes the use of the token. */
const MAX_AGE_MS = 60_000;

/** Stored for an answer that is none of those that the cache gives: too large, or not {@link Cacheable}. */
const NOT_STORED = 'not stored';
const NOT_STORED_BYTES = 512;

/** What the cache needs of the service. */
export interface AnswerSources {
  /** A text that equals another one only if nothing was committed in between; undefined where nobody knows. */
  snapshot(): Promise<string | undefined>;
  now(): Date;
  /** Takes the request from the budget of its token, and says in the headers what is left; false where nothing was. */
  admit(request: ApiRequest, response: Response): Promise<boolean>;
  /** Runs work outside of the call that set it off: what one request loads goes on for others. */
  detached<T>(work: () => T): T;
  /** The same work as part of the call that is under way, whoever sets it off: what one request loads ends the waiting of others. */
  bound(work: () => void): () => void;
}

/**
 * Stands before the application, as the cache of a reverse proxy would, and gives again what the application answered
 * where that is certainly current: nothing was committed between a moment before the answer was loaded and one after
 * the request arrived. Requests that find nothing wait for the next loading of their answer, one that begins after they
 * arrived, instead of loading it each for itself.
 * @see docs/adr/0007-one-answer-cache-in-front.md
 */
export class AnswerCache {
  readonly counts = { hit: 0, miss: 0, joined: 0, passed: 0 };
  private readonly answers: LruBytes<StoredAnswer | typeof NOT_STORED>;
  private readonly loadings = new Map<string, Loading>();
  /** What the database showed when the answers were loaded. */
  private snapshot: string | undefined;

  /** @param most in bytes */
  constructor(
    private readonly sources: AnswerSources,
    most: number,
  ) {
    this.answers = new LruBytes(most);
  }

  get bytes(): number {
    return this.answers.bytes;
  }

  /** How many requests wait for a loading. */
  get waiting(): number {
    return [...this.loadings.values()].reduce((sum, one) => sum + one.passengers.size + one.waiting.size, 0);
  }

  readonly handle: RequestMiddleware = (request, response, next) => {
    const key = keyOf(request);
    if (key === undefined) next();
    else void this.look(new PendingRequest(key, request, response, this.sources.bound(next)));
  };

  /** Asks for the snapshot after the request arrived: what it equals was current while the request was there. */
  private async look(pending: PendingRequest): Promise<void> {
    const snapshot = await this.observe();
    // Who went away meanwhile, or went on, must not lead: nothing would tell that its loading is over.
    if (!pending.isOpen) return;
    const known = snapshot === this.snapshot ? this.answers.get(pending.key) : undefined;
    if (snapshot === undefined || known === NOT_STORED) this.pass(pending);
    else if (known && this.isUsable(known)) {
      this.counts.hit++;
      await this.serve(known, pending);
    } else this.load(snapshot, pending);
  }

  /** What was loaded in another state of the database never becomes current again. */
  private async observe(): Promise<string | undefined> {
    const snapshot = await this.sources.snapshot();
    if (snapshot !== this.snapshot) this.answers.clear();
    this.snapshot = snapshot;
    return snapshot;
  }

  private load(snapshot: string, pending: PendingRequest): void {
    const loading = this.loadings.get(pending.key);
    if (!loading) {
      this.counts.miss++;
      this.begin(snapshot, pending);
    } else if (loading.isSlow) this.pass(pending);
    else {
      this.counts.joined++;
      this.join(loading, pending);
    }
  }

  /** The loading that is under way may have read before the request came, so it joins the next one. */
  protected join(loading: Loading, pending: PendingRequest): void {
    pending.waitIn(loading.waiting);
  }

  private begin(before: string | undefined, leader: PendingRequest, passengers: Iterable<PendingRequest> = []): void {
    const loading = new Loading(before, leader);
    this.loadings.set(leader.key, loading);
    for (const passenger of passengers) passenger.waitIn(loading.passengers);
    leader.request.onAnswer = (body) => this.sources.detached(() => this.finish(loading, body));
    leader.response.once('close', () => this.sources.detached(() => this.abandon(loading)));
    leader.goOn();
  }

  /** The first whose client is still there leads the others. */
  private beginNext(key: string, before: string | undefined, requests: Iterable<PendingRequest>): void {
    this.loadings.delete(key);
    const [leader, ...passengers] = [...requests].filter(({ isOpen }) => isOpen);
    if (leader) this.begin(before, leader, passengers);
  }

  private finish(loading: Loading, body: string | Buffer | undefined): void {
    if (loading.isOver) return;
    loading.isOver = true;
    const answer = body === undefined ? undefined : storable(loading.leader, body, this.sources.now());
    if (answer) void this.share(loading, answer);
    else {
      this.answers.set(loading.key, NOT_STORED, loading.key.length + NOT_STORED_BYTES);
      this.release(loading);
    }
  }

  /**
   * Stores the answer if nothing was committed while it was loaded; then it serves those, too, who came meanwhile, as
   * the second snapshot is asked for after they did.
   */
  private async share(loading: Loading, answer: StoredAnswer): Promise<void> {
    const { key } = loading;
    const cameBefore = [...loading.waiting];
    for (const passenger of loading.passengers) void this.serve(answer, passenger);
    const after = await this.observe();
    if (!this.isUnchanged(loading.before, after)) {
      this.beginNext(key, after, loading.waiting);
      return;
    }
    if (after === this.snapshot) this.answers.set(key, answer, answer.bytes);
    this.loadings.delete(key);
    for (const one of cameBefore) void this.serve(answer, one);
    for (const one of loading.waiting) void this.look(one);
  }

  protected isUnchanged(before: string | undefined, after: string | undefined): boolean {
    return after !== undefined && after === before;
  }

  /**
   * Where the application answered without a body to store, it refuses each, or had none to make: they go on. Where it
   * failed or it was this client's doing, the next one leads.
   */
  private abandon(loading: Loading): void {
    if (loading.isOver) return;
    loading.isOver = true;
    const { response } = loading.leader;
    const { statusCode: status } = response;
    const isOfLeaderAlone = !response.writableFinished || status === 429 || status >= 500;
    if (isOfLeaderAlone) this.beginNext(loading.key, loading.before, [...loading.passengers, ...loading.waiting]);
    else this.release(loading);
  }

  private release(loading: Loading): void {
    this.loadings.delete(loading.key);
    for (const one of [...loading.passengers, ...loading.waiting]) one.goOn();
  }

  private pass(pending: PendingRequest): void {
    this.counts.passed++;
    pending.goOn();
  }

  private isUsable({ storedAt, principal: { expiresAt } }: StoredAnswer): boolean {
    const now = this.sources.now().getTime();
    return Math.abs(now - storedAt) < MAX_AGE_MS && (expiresAt === undefined || now < expiresAt.getTime());
  }

  private async serve(answer: StoredAnswer, pending: PendingRequest): Promise<void> {
    if (!pending.take()) return;
    const { request, response, next } = pending;
    request.principal = answer.principal;
    if (!this.isUsable(answer) || (answer.isRateLimited && !(await this.sources.admit(request, response)))) {
      next();
      return;
    }
    request.route = answer.route;
    for (const [name, value] of answer.headers) response.setHeader(name, value);
    sendText(response, answer.body);
  }
}
