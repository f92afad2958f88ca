import { Injectable } from '@nestjs/common';
import { Gauge, Histogram, Registry } from 'prom-client';
import type { RequestWatcher } from '../http/access-log.middleware';

const BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS']);
/** One label for all others: a client that invents methods must not add series without end. */
const OTHER_METHOD = 'other';

/** How long requests took, and how many are open. */
@Injectable()
export class RequestMetrics implements RequestWatcher {
  private readonly durations: Histogram<'method' | 'route' | 'status'>;
  private readonly inFlight: Gauge;

  constructor(registry: Registry) {
    this.durations = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the head of a request to the end of its answer; status 499 where the client gave up.',
      labelNames: ['method', 'route', 'status'],
      buckets: BUCKETS,
      registers: [registry],
    });
    this.inFlight = new Gauge({
      name: 'http_requests_in_flight',
      help: 'Requests that are being answered.',
      registers: [registry],
    });
  }

  began(): void {
    this.inFlight.inc();
  }

  ended(method: string, route: string, status: number, seconds: number): void {
    this.inFlight.dec();
    this.durations.observe({ method: METHODS.has(method) ? method : OTHER_METHOD, route, status }, seconds);
  }
}
