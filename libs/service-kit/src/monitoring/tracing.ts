import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../logger';
import type { Tracing } from './open-tracing';

/** Set only while traces are exported; without them no tracing code is loaded. */
let tracing: Tracing | undefined;

/** Time for the last spans to be sent. */
const LAST_SPANS_MS = 1_000;

export type SpanKind = 'server' | 'client' | 'internal' | 'producer' | 'consumer';

export interface SpanOptions {
  kind?: SpanKind;
  /** No personal data and no asset numbers: readers of traces need not belong to the school. */
  attributes?: Record<string, string | number | boolean>;
}

/**
 * Exports this process's traces by OTLP over HTTP if OTEL_EXPORTER_OTLP_ENDPOINT names a collector; the other OTEL_
 * variables apply, too.
 * @returns a function that sends what is left and ends tracing, after a second at the latest
 */
export async function startTracing(
  service: string,
  logger: Logger,
  environment = process.env,
): Promise<() => Promise<void>> {
  if (!environment.OTEL_EXPORTER_OTLP_ENDPOINT) return async () => undefined;
  const { openTracing } = await import('@repairline/service-kit/monitoring/open-tracing');
  const opened = openTracing(service);
  tracing = opened;
  return async () => {
    tracing = undefined;
    const late = delay(LAST_SPANS_MS, undefined, { ref: false }).then(() => Promise.reject(new Error('no answer')));
    const lost = (error: unknown) => logger.warn({ err: error }, 'the last spans were not sent');
    await Promise.race([opened.close(), late]).catch(lost);
  };
}

/** Ends a span and gives it the name that is known by then. */
export type EndSpan = (name: string, attributes: NonNullable<SpanOptions['attributes']>) => void;

/**
 * The first span of a request. The trace's id is the correlation id's digits, so that events continue the trace by
 * theirs. The span lasts until `work` calls the function it is given.
 */
export function inRootSpan<Result>(
  name: string,
  correlationId: string,
  options: SpanOptions,
  work: (end: EndSpan) => Result,
): Result {
  return tracing ? tracing.inRoot(name, correlationId, options, work) : work(() => undefined);
}

/** A span within the current one; records nothing if there is none. */
export function inSpan<Result>(name: string, options: SpanOptions, work: () => Promise<Result>): Promise<Result> {
  return tracing ? tracing.within(name, options, work) : work();
}

/** As inSpan, within the span of another process that `traceparent` (W3C Trace Context) names. */
export function inSpanOf<Result>(
  traceparent: string | undefined,
  name: string,
  options: SpanOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  return tracing && traceparent ? tracing.following(traceparent, name, options, work) : work();
}

/** For work on events: a span in the trace of each request that led to some of them. */
export function inSpansOf<Result>(
  correlationIds: readonly string[],
  name: string,
  options: SpanOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  return tracing ? tracing.continuing(correlationIds, name, options, work) : work();
}

/** The current span's W3C `traceparent`, for another process; undefined if there is none. */
export function traceparent(): string | undefined {
  return tracing?.traceparent();
}

/** The fields by which a log line is found from its trace. */
export function traceFields(correlationId: string | undefined): { trace_id?: string } {
  const id = tracing && correlationId ? traceIdOf(correlationId) : undefined;
  return id ? { trace_id: id } : {};
}

/** The trace id: the 32 hexadecimal digits of a correlation id that is a UUID; undefined for any other. */
export function traceIdOf(correlationId: string): string | undefined {
  const digits = correlationId.replaceAll('-', '').toLowerCase();
  return /^(?!0{32})[0-9a-f]{32}$/u.test(digits) ? digits : undefined;
}
