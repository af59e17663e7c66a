import { once } from 'node:events';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { gunzipSync, inflateSync } from 'node:zlib';

// A package of this folder: the types of all tests are checked without it.
const { decode } = createRequire(import.meta.url)('@msgpack/msgpack') as {
  decode(bytes: Uint8Array, options?: object): unknown;
};

/** What a tracer has said of a request, or of an error. */
export interface Reported {
  /** `GET /api/post/:id` */
  readonly name: string;
  readonly route?: unknown;
  /** The message of an error. */
  readonly error?: unknown;
}

type Json = Readonly<Record<string, unknown>>;
/** Read what a tracer sends to a path. */
export type Reader = (body: Buffer, path: string) => readonly Reported[];

/** A server on loopback that tracers take for theirs. */
export async function startCollector(read: Reader) {
  const reported: Reported[] = [];
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    const bytes = Buffer.concat(chunks);
    const encoding = req.headers['content-encoding'];
    const body = encoding === 'gzip' ? gunzipSync(bytes) : encoding === 'deflate' ? inflateSync(bytes) : bytes;
    reported.push(...read(body, req.url ?? ''));
    // The Elastic agent asks for the version of the server.
    res.setHeader('Content-Type', 'application/json').end('{"version":"8.15.0","rate_by_service":{}}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    reported,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** OTLP as JSON. */
export const readOpenTelemetry: Reader = (body, path) => {
  if (path !== '/v1/traces') return [];
  const { resourceSpans } = JSON.parse(body.toString());
  const spans = resourceSpans.flatMap(({ scopeSpans }: Json) =>
    (scopeSpans as Json[]).flatMap(({ spans: all }) => all),
  );
  const errors = spans.flatMap(({ events = [] }: { events?: Json[] }) => events.map(valuesOf));
  return [
    ...spans
      .filter(({ kind }: Json) => kind === SERVER)
      .map((span: Json) => ({ name: span.name, route: valuesOf(span)['http.route'] })),
    ...errors.map((event: Json) => ({ name: 'error', error: event['exception.message'] })),
  ];
};

/** An envelope: lines of JSON. */
export const readSentry: Reader = (body) => {
  const lines = body
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  return lines.flatMap(({ items = [], exception }) => [
    ...items
      .filter((item: Json) => item.is_segment)
      .map(({ name, attributes }: { name: string; attributes: Record<string, Json> }) => ({
        name,
        route: attributes['http.route']?.value,
      })),
    ...(exception?.values ?? []).map(({ value }: Json) => ({ name: 'error', error: value })),
  ]);
};

/** Traces in MessagePack. */
export const readDatadog: Reader = (body, path) => {
  if (!path.endsWith('/traces')) return [];
  const spans = (decode(body, { useBigInt64: true }) as Json[][]).flat();
  return spans
    .filter(({ name }) => name === 'express.request')
    .flatMap(({ resource, meta }) => {
      const { 'http.route': route, 'error.message': error } = meta as Json;
      return [{ name: String(resource), route }, ...(error === undefined ? [] : [{ name: 'error', error }])];
    });
};

/** Lines of JSON. */
export const readElastic: Reader = (body, path) => {
  if (!path.startsWith('/intake/')) return [];
  const lines = body
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  return lines.flatMap(({ transaction, error }) => [
    ...(transaction ? [{ name: transaction.name }] : []),
    ...(error ? [{ name: 'error', error: error.exception.message }] : []),
  ]);
};

// --- internal ---

/** The kind of a span. */
const SERVER = 2;

/** The attributes of a span or an event. */
function valuesOf({ attributes }: Json): Json {
  return Object.fromEntries(
    (attributes as { key: string; value: Json }[]).map(({ key, value }) => [key, value.stringValue]),
  );
}
