import { Injectable } from '@nestjs/common';
import type { RequestWatcher } from '../http/access-log';
import { Durations, type Series } from './durations';
import { Figures, gaugeOf } from './figures';

const BOUNDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS']);
/** Nobody chooses the number of series by the methods that he thinks of. */
const OTHER_METHOD = 'other';

/** How long requests took, and how many are open. */
@Injectable()
export class RequestFigures implements RequestWatcher {
  private open = 0;
  private readonly durations: Durations;
  /** By route, method and status: looking up needs no text to be made. */
  private readonly known = new Map<string, Map<string, Map<number, Series>>>();

  constructor({ registry }: Figures) {
    this.durations = new Durations(
      'http_request_duration_seconds',
      'Time from the head of a request to the end of its answer; status 499 where the client gave up.',
      BOUNDS,
      registry,
    );
    gaugeOf(registry, 'http_requests_in_flight', 'Requests that are being answered.', () => this.open);
  }

  began(): void {
    this.open++;
  }

  ended(method: string, route: string, status: number, seconds: number): void {
    this.open--;
    const known = this.known.get(route)?.get(method)?.get(status);
    (known ?? this.make(method, route, status)).observe(seconds);
  }

  private make(method: string, route: string, status: number): Series {
    const label = METHODS.has(method) ? method : OTHER_METHOD;
    const byMethod = entryOf(this.known, route, () => new Map<string, Map<number, Series>>());
    const byStatus = entryOf(byMethod, label, () => new Map<number, Series>());
    return entryOf(byStatus, status, () => this.durations.series({ method: label, route, status: String(status) }));
  }
}

function entryOf<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
