import { context, SpanKind as Kind, SpanStatusCode, trace, type Context, type Span } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor, RandomIdGenerator } from '@opentelemetry/sdk-trace-base';
import { traceIdOf, type EndSpan, type SpanKind, type SpanOptions } from './tracing';

const kinds: Record<SpanKind, Kind> = {
  server: Kind.SERVER,
  client: Kind.CLIENT,
  internal: Kind.INTERNAL,
  producer: Kind.PRODUCER,
  consumer: Kind.CONSUMER,
};
/** The most spans for one batch of events, however many requests led to it. */
const MOST_SPANS = 50;
const SAMPLED = 1;

/**
 * The id of a trace's first span is the second half of the trace's id: a process that knows only an event, and with it
 * the correlation id, knows both and can continue the trace.
 */
const firstSpanOf = (traceId: string): string => traceId.slice(16);

function createIdGenerator() {
  const random = new RandomIdGenerator();
  let wanted: string | undefined;
  return {
    generateTraceId: () => wanted ?? random.generateTraceId(),
    generateSpanId: () => (wanted ? firstSpanOf(wanted) : random.generateSpanId()),
    /** A span started by `start` is the first of this trace. */
    asFirstOf<Result>(traceId: string, start: () => Result): Result {
      wanted = traceId;
      try {
        return start();
      } finally {
        wanted = undefined;
      }
    },
  };
}

export type Tracing = ReturnType<typeof openTracing>;

export function openTracing(service: string) {
  const idGenerator = createIdGenerator();
  const processor = new BatchSpanProcessor(new OTLPTraceExporter());
  const provider = new BasicTracerProvider({
    idGenerator,
    resource: resourceFromAttributes({ 'service.name': service, 'service.namespace': 'repairline' }),
    spanProcessors: [processor],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const tracer = provider.getTracer('repairline');
  const start = (name: string, { kind = 'internal', attributes }: SpanOptions, parent: Context): Span =>
    tracer.startSpan(name, { kind: kinds[kind], attributes }, parent);

  return {
    inRoot<Result>(name: string, correlationId: string, options: SpanOptions, work: (end: EndSpan) => Result): Result {
      const traceId = traceIdOf(correlationId);
      if (!traceId) return work(() => undefined);
      const none = trace.deleteSpan(context.active());
      const span = idGenerator.asFirstOf(traceId, () => start(name, options, none));
      const end: EndSpan = (known, attributes) => span.updateName(known).setAttributes(attributes).end();
      return context.with(trace.setSpan(none, span), () => work(end));
    },
    async within<Result>(name: string, options: SpanOptions, work: () => Promise<Result>): Promise<Result> {
      const active = context.active();
      if (!trace.getSpan(active)) return work();
      return ended([start(name, options, active)], active, work);
    },
    async following<Result>(parent: string, name: string, options: SpanOptions, work: () => Promise<Result>) {
      const [, traceId = '', spanId = '', flags = ''] = /^00-(\w{32})-(\w{16})-(\w{2})$/u.exec(parent) ?? [];
      if (!traceId) return work();
      const remote = parentContext(traceId, spanId, Number.parseInt(flags, 16));
      return ended([start(name, options, remote)], remote, work);
    },
    async continuing<Result>(ids: readonly string[], name: string, options: SpanOptions, work: () => Promise<Result>) {
      const traces = [...new Set(ids)].flatMap((id) => traceIdOf(id) ?? []).slice(0, MOST_SPANS);
      const spans = traces.map((id) => start(name, options, parentContext(id, firstSpanOf(id), SAMPLED)));
      return ended(spans, trace.deleteSpan(context.active()), work);
    },
    traceparent(): string | undefined {
      const at = trace.getSpan(context.active())?.spanContext();
      return at && `00-${at.traceId}-${at.spanId}-0${at.traceFlags & SAMPLED}`;
    },
    close: () => provider.shutdown(),
  };
}

function parentContext(traceId: string, spanId: string, traceFlags: number): Context {
  return trace.setSpanContext(trace.deleteSpan(context.active()), { traceId, spanId, traceFlags, isRemote: true });
}

/** The work's own spans go below a single span. An error's text may quote data, so only its name is recorded. */
async function ended<Result>(spans: Span[], parent: Context, work: () => Promise<Result>): Promise<Result> {
  const [first, ...others] = spans;
  try {
    return await (first && others.length === 0 ? context.with(trace.setSpan(parent, first), work) : work());
  } catch (error) {
    const message = error instanceof Error ? error.name : 'failed';
    for (const span of spans) span.setStatus({ code: SpanStatusCode.ERROR, message });
    throw error;
  } finally {
    for (const span of spans) span.end();
  }
}
