import { once } from 'node:events';
import { connect, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { createServer } from '@rest-gen/server';
import type { Answer } from './bytes.ts';
import type { Target } from './target.ts';

/** Ask the application by HTTP/2, where a method is any token; the status is 0 when the protocol refuses the request. */
export async function askHttp2({ app }: Target, headers: OutgoingHttpHeaders, body = ''): Promise<Answer> {
  const server = createServer(app, { http2: true });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const session = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  // What happens to the session happens to its stream, too.
  session.on('error', () => undefined);
  try {
    const stream = session.request(headers, { endStream: body === '' });
    let head: IncomingHttpHeaders = {};
    stream.on('response', (received) => {
      head = received;
    });
    if (body !== '') stream.end(body);
    const text = (await stream.setEncoding('utf8').toArray()).join('');
    return answerOf(head, text);
  } catch (error) {
    if (isOfProtocol(error)) return answerOf({}, '');
    throw error;
  } finally {
    session.destroy();
    server.close();
  }
}

// --- internal ---

function isOfProtocol(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_HTTP2_');
}

function answerOf(head: IncomingHttpHeaders, body: string): Answer {
  const fields = new Map(Object.entries(head).map(([name, value]) => [name, String(value)]));
  return {
    status: Number(head[':status'] ?? 0),
    head: [...fields].map(([name, value]) => `${name}: ${value}`).join('\r\n'),
    fields,
    body,
    json: () => JSON.parse(body),
  };
}
