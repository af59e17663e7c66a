import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that answers requests of changes as a test says. */
export interface Wire {
  readonly url: string;
  /** The queries of the requests, in their order. */
  readonly requests: Record<string, string>[];
  close(): Promise<void>;
}

/** @param answers - one for each request; the last one also for later ones */
export async function serveWire(
  answers: readonly ((res: ServerResponse, req: IncomingMessage) => unknown)[],
): Promise<Wire> {
  const requests: Record<string, string>[] = [];
  const server = createServer((req, res) => {
    const { searchParams } = new URL(req.url ?? '', 'http://localhost');
    requests.push(Object.fromEntries(searchParams));
    answers[Math.min(requests.length, answers.length) - 1]?.(res, req);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Begin a stream, with a short pause before another one. */
export function stream(res: ServerResponse, ...events: readonly string[]): void {
  res.writeHead(200, { 'content-type': 'text/event-stream' });
  res.write(`retry: 1\n\n${events.join('')}`);
}

/** `event: data` with messages, and its offset if it has one. */
export function data(messages: readonly object[], offset?: string): string {
  return `event: data\n${offset === undefined ? '' : `id: ${offset}\n`}data: ${JSON.stringify(messages)}\n\n`;
}

/** `event: control` */
export function control(offset: string, upToDate = true): string {
  return `event: control\nid: ${offset}\ndata: ${JSON.stringify({ streamNextOffset: offset, streamCursor: '0', upToDate })}\n\n`;
}

export function says(control: 'snapshot-start' | 'snapshot-end' | 'reset'): object {
  return { headers: { control } };
}

export function put(value: { readonly id: number | string }, operation: 'insert' | 'update' = 'insert'): object {
  return { type: 'issue', key: String(value.id), value, headers: { operation } };
}

export function remove(key: number | string): object {
  return { type: 'issue', key: String(key), headers: { operation: 'delete' } };
}

/** The list as the events of the start. */
export function list(records: readonly { readonly id: number | string }[], offset: string): string {
  const [first, ...rest] = records;
  const start = data([says('snapshot-start'), ...(first ? [put(first)] : [])]);
  return start + data([...rest.map((record) => put(record)), says('snapshot-end')], offset) + control(offset);
}

/** Answer with a problem. */
export function refuse(
  status: number,
  code: string,
  headers: Record<string, string> = {},
): (res: ServerResponse) => void {
  return (res) => {
    res.writeHead(status, { 'content-type': 'application/problem+json', ...headers });
    res.end(JSON.stringify({ status, code, title: code }));
  };
}
