import { type ContextManager, context, propagation, SpanStatusCode, trace } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import type { RequestHandler } from 'express';
import { ask } from './serve.ts';

/** Send requests while all programs in the folder run; print spans and metrics as lines of JSON. */
const load = <T>(name: string) => import(new URL(name, process.argv[2]).href) as Promise<T>;
const exporter = new InMemorySpanExporter();
trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
propagation.setGlobalPropagator(new W3CTraceContextPropagator());
const { contextManager } = await load<{ contextManager: ContextManager }>('tracing.js');
context.setGlobalContextManager(contextManager);
const { logging } = await load<{ logging: RequestHandler }>('logging.js');
const { metrics } = await load<{ metrics: RequestHandler }>('metrics.js');
await load('first.js');

const route: RequestHandler = (req, res, next) => (req.path === '/metrics' ? metrics(req, res, next) : next());
const bodies = await ask([logging, route], ['/post/7', '/post/13', '/post?page=x', '/other', '/metrics']);
const spans = exporter.getFinishedSpans();
for (const span of spans) console.log(JSON.stringify({ span: print(span) }));
console.log(JSON.stringify({ metrics: bodies.at(-1) }));

// --- internal ---

function print({ name, attributes, status, events, parentSpanContext }: ReadableSpan): object {
  const above = spans.find((span) => span.spanContext().spanId === parentSpanContext?.spanId);
  const exceptions = events.map((event) => event.attributes?.['exception.message']);
  const parent = above?.name ?? parentSpanContext?.spanId;
  return { name, parent, attributes, isError: status.code === SpanStatusCode.ERROR, exceptions };
}
