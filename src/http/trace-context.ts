/** The parts of a `traceparent` that name a trace and the span in it from which a request came. */
export interface TraceContext {
  readonly traceId: string;
  readonly parentSpanId: string;
}

const TRACEPARENT = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}(-.*)?$/;

/**
 * What the header `traceparent` says (W3C Trace Context, 3.2); nothing where it is absent or malformed. Versions to come
 * may have more parts than that of today.
 */
export function traceContextOf(header: string | string[] | undefined): TraceContext | undefined {
  if (typeof header !== 'string') return undefined;
  const [, version, traceId = '', parentSpanId = '', more] = TRACEPARENT.exec(header) ?? [];
  if (version === undefined || (version === '00' && more !== undefined)) return undefined;
  return { traceId, parentSpanId };
}
