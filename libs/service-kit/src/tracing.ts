import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from './logger';
import type { Tracing } from './open-tracing';

/** Present only while traces are exported; without them nothing of it is loaded. */
let tracing: Tracing | undefined;

/** What the last spans get to be sent in. */
const LAST_SPANS_MS = 1_000;

export type SpanKind = 'server' | 'client' | 'internal' | 'producer' | 'consumer';

export interface SpanOptions {
  kind?: SpanKind;
  /** No personal data and no asset numbers: whoever reads traces need not be of the school. */
  attributes?: Record<string, string | number | boolean>;
}

/**
 * Exports traces of this process by OTLP over HTTP where OTEL_EXPORTER_OTLP_ENDPOINT names a collector; the other OTEL_
 * variables hold too. @returns how to send what is left and end, which a collector that is away holds up for a second
 */
export async function startTracing(
  service: string,
  logger: Logger,
  environment = process.env,
): Promise<() => Promise<void>> {
  if (!environment.OTEL_EXPORTER_OTLP_ENDPOINT) return async () => undefined;
  const { openTracing } = await import('@repairline/service-kit/open-tracing');
  const opened = openTracing(service);
  tracing = opened;
  return async () => {
    tracing = undefined;
    const late = delay(LAST_SPANS_MS, undefined, { ref: false }).then(() => Promise.reject(new Error('no answer')));
    const lost = (error: unknown) => logger.warn({ err: error }, 'the last spans were not sent');
    await Promise.race([opened.close(), late]).catch(lost);
  };
}

/** Ends a span, by the name that is known by then. */
export type EndSpan = (name: string, attributes: NonNullable<SpanOptions['attributes']>) => void;

/**
 * The first span of a request: the trace bears the correlation id's digits, so that events continue it by theirs. It
 * lasts until `work` calls what it is given.
 */
export function inRootSpan<Result>(
  name: string,
  correlationId: string,
  options: SpanOptions,
  work: (end: EndSpan) => Result,
): Result {
  return tracing ? tracing.inRoot(name, correlationId, options, work) : work(() => undefined);
}

/** A span within the one at work; nothing is recorded where there is none. */
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

/** Work on events: a span in the trace of each request that led to some of them. */
export function inSpansOf<Result>(
  correlationIds: readonly string[],
  name: string,
  options: SpanOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  return tracing ? tracing.continuing(correlationIds, name, options, work) : work();
}

/** Of the span at work, for another process; undefined where there is none. */
export function traceparent(): string | undefined {
  return tracing?.traceparent();
}

/** The fields by which a log line is found from its trace. */
export function traceFields(correlationId: string | undefined): { trace_id?: string } {
  const id = tracing && correlationId ? traceIdOf(correlationId) : undefined;
  return id ? { trace_id: id } : {};
}

/** The 32 digits of a correlation id that is a UUID. */
export function traceIdOf(correlationId: string): string | undefined {
  const digits = correlationId.replaceAll('-', '').toLowerCase();
  return /^(?!0{32})[0-9a-f]{32}$/u.test(digits) ? digits : undefined;
}
