import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { RestRouter } from '../src/index.ts';
import { MAJORS } from './serve.ts';

/** The ways to serve a router: in an application of each Express major, and with node:http alone. */
export const WAYS: readonly (readonly [name: string, listener: (router: RestRouter) => RequestListener])[] = [
  ...MAJORS.map(([name, create]) => [name, (router: RestRouter) => create().use(router)] as const),
  ['node:http', (router) => router as unknown as RequestListener],
];

/** What a client has read, and what the server has written to the socket: pieces that are not empty. */
export interface Heard {
  /** All bytes as Latin-1, without the date. */
  readonly text: string;
  readonly status: number;
  /** Header fields by their names in lower case; of several with the same name, the last. */
  readonly fields: ReadonlyMap<string, string>;
  /** In UTF-8. */
  readonly body: string;
  readonly writes: readonly (string | Uint8Array)[];
}

/** A server that is asked with plain text. */
export interface RawServer {
  /** @param lines - of the head, without the empty one: `GET / HTTP/1.1` */
  ask(lines: readonly string[], body?: string): Promise<Heard>;
  close(): void;
}

/** Listen with a handler. */
export async function listenRaw(listener: RequestListener): Promise<RawServer> {
  const server: Server = createServer(listener);
  const written = new Map<number | undefined, (string | Uint8Array)[]>();
  server.on('connection', (socket) => written.set(socket.remotePort, spyOn(socket)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    close: () => server.close(),
    async ask(lines, body = '') {
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect');
      const { localPort } = socket;
      const length = body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
      socket.write(`${[...lines, 'Host: x', 'Connection: close', ...length].join('\r\n')}\r\n\r\n${body}`);
      const chunks: Buffer[] = [];
      for await (const chunk of socket) chunks.push(chunk);
      return read(Buffer.concat(chunks), written.get(localPort) ?? []);
    },
  };
}

/** Ask a handler one thing. */
export async function askOnce(listener: RequestListener, lines: readonly string[], body?: string): Promise<Heard> {
  const server = await listenRaw(listener);
  try {
    return await server.ask(lines, body);
  } finally {
    server.close();
  }
}

function spyOn(socket: Socket): (string | Uint8Array)[] {
  const pieces: (string | Uint8Array)[] = [];
  const write = socket.write as (...args: unknown[]) => boolean;
  socket.write = (...args: unknown[]) => {
    const [piece] = args as [string | Uint8Array];
    if (piece.length > 0) pieces.push(piece);
    return write.apply(socket, args);
  };
  return pieces;
}

function read(bytes: Buffer, writes: readonly (string | Uint8Array)[]): Heard {
  const text = bytes.toString('latin1').replace(/\r\nDate: [^\r]*/, '');
  const end = text.indexOf('\r\n\r\n');
  const lines = text.slice(0, end).split('\r\n').slice(1);
  const fields = new Map(lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)])); // biome-ignore format: short
  const body = Buffer.from(text.slice(end + 4), 'latin1').toString();
  return { text, status: Number(text.slice(9, 12)), fields, body, writes };
}
