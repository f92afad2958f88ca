import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { type INestApplication, Module, type Provider } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { ThrottlerModule } from '@nestjs/throttler';
import type { Logger } from 'pino';
import { answerCache } from './answer-cache.provider';
import { AuthModule } from './auth/auth.module';
import { BearerGuard } from './auth/bearer.guard';
import { accessLog } from './http/access-log.middleware';
import { AnswerCache } from './http/answer-cache';
import { setAnswerHeaders } from './http/answer-headers.middleware';
import { BodyInterceptor } from './http/body.interceptor';
import { openCall } from './http/call-context.middleware';
import { DeclaredClassPipe } from './http/declared-class.pipe';
import { ContentCodingInterceptor } from './http/content-coding.interceptor';
import { DeprecationGuard } from './http/deprecation.guard';
import { EnvelopeInterceptor } from './http/envelope.interceptor';
import { ErrorsFilter } from './http/errors.filter';
import { IdempotencyInterceptor } from './http/idempotency.interceptor';
import { mergeLeadingSlashes } from './http/leading-slashes.middleware';
import { PermissionGuard } from './http/permission.guard';
import { RateLimitGuard } from './http/rate-limit.guard';
import { RateLimits, RateLimitsModule, UNLIMITED } from './http/rate-limits';
import { identifyRequest } from './http/request-id.middleware';
import { refuseAmbiguousRequests } from './http/request-smuggling.middleware';
import type { HttpAdapter } from './http/server';
import { CallContext } from './kernel/call-context';
import { RequestMetrics } from './metrics/request-metrics';
import { Settings } from './settings/settings';

/*
 * What a request passes, in running order. Before it, Node's server has its limits (http/server.ts), and each connection
 * has one request in work (http/connections.ts). Behind it stands one controller, which gets the declared class of its
 * body, query and path, and returns plain data; a path that no controller has goes to UnknownRoutesModule, the last of
 * the modules. CONTRIBUTING.md follows a PATCH all the way.
 */

/** First, for every request, whatever its path. */
export function usePipeline(app: INestApplication, adapter: HttpAdapter, log: Logger): void {
  const { metrics, answerCache: cache } = app.get(Settings);
  const calls = app.get(CallContext);
  // Before Node makes the parser of a connection, whose events then carry with them what a fault is to end.
  const server = app.getHttpServer() as Server;
  server.prependListener('connection', (socket: Socket) => calls.enter({ abort: () => socket.destroy() }));
  adapter.useBeforeExpress(
    // Two slashes that a base URL and a path brought together are one.
    mergeLeadingSlashes,
    // It gets an id, the caller's own where that is safe to repeat.
    identifyRequest,
    // Its answer is not to be stored, nor taken for another type, unless a controller says otherwise.
    setAnswerHeaders,
    // A line is written, and metrics are counted, once it is answered.
    accessLog(log, metrics.isEnabled ? app.get(RequestMetrics) : undefined),
    // What was answered before is answered again where nothing was committed since (Database.snapshot), and nothing below
    // sees the request. The token was judged when the answer was stored; its expiry and its budget are judged here
    // (answer-cache.provider.ts).
    ...(cache.isOn ? [app.get(AnswerCache).handle] : []),
  );
  app.use(
    // What two readers could understand differently is refused.
    refuseAmbiguousRequests,
    // From here on there is a call, with an actor, a request id and a deadline for its waits for the database.
    openCall(calls),
  );
}

const guards: Provider[] = [
  // A route that is @Deprecated() says so, and since when, to whoever asks.
  { provide: APP_GUARD, useClass: DeprecationGuard },
  // Who asks? 401 without a good token, except on routes that are @Public(). It is asked again at the beginning of each
  // transaction of the call (Database.confirmed): a token that was revoked meanwhile changes nothing.
  { provide: APP_GUARD, useClass: BearerGuard },
  // May they? 403 without the permission that the route @Needs(), and where it says nothing.
  { provide: APP_GUARD, useClass: PermissionGuard },
  // Not too often? 429, except on routes that are @Unlimited().
  { provide: APP_GUARD, useClass: RateLimitGuard },
];

/** On the way back they run in the opposite order: what the handler returns gets its envelope first. */
const interceptors: Provider[] = [
  // The text of the answer becomes bytes: compressed where that is accepted, none for those who have them (304). The answer
  // cache is handed them.
  { provide: APP_INTERCEPTOR, useClass: ContentCodingInterceptor },
  // The body is read, in exact JSON, before anything is done about the request.
  { provide: APP_INTERCEPTOR, useClass: BodyInterceptor },
  // A creation that is @Idempotent() is done once under its key, in one transaction with the answer that is remembered.
  { provide: APP_INTERCEPTOR, useClass: IdempotencyInterceptor },
  // What the handler returns is put into the envelope, with its ETag and links.
  { provide: APP_INTERCEPTOR, useClass: EnvelopeInterceptor },
];

// Bodies, queries and path parameters become instances of the classes that the handler declares, by class-transformer, and
// are judged by class-validator (kernel/validation.ts); 400 with every fault. A parameter typed `Validated` is left to its
// own pipe, as its faults join those found later.
const pipe: Provider = { provide: APP_PIPE, useClass: DeclaredClassPipe };

// Whatever is thrown, above or in the handler, is answered in the envelope; its KINDS give a DomainError its status.
const filter: Provider = { provide: APP_FILTER, useClass: ErrorsFilter };

/** Then, for every route: guards, interceptors, the pipe, the handler; and the filter for what fails. */
@Module({
  imports: [
    AuthModule,
    RateLimitsModule,
    ThrottlerModule.forRootAsync({
      imports: [RateLimitsModule],
      inject: [RateLimits],
      useFactory: ({ storage, budget }: RateLimits) => ({
        storage,
        throttlers: [budget ?? UNLIMITED],
      }),
    }),
  ],
  providers: [answerCache, ...guards, ...interceptors, pipe, filter],
})
export class PipelineModule {}
