import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Server as HttpServer } from 'node:http';
import { type AddressInfo, connect, type Server, type Socket } from 'node:net';
import express5 from 'express';
// @ts-expect-error: an alias of Express 4, whose types are not installed
import express4 from 'express4';

/** Both majors of Express: every HTTP test runs on each. */
export const MAJORS: readonly (readonly [name: string, express: typeof express5])[] = [
  ['Express 5', express5],
  ['Express 4', express4 as typeof express5],
];

/** A certificate of `localhost`, for tests alone. */
export const TLS: { key: Buffer; cert: Buffer } = { key: readFixture('key.pem'), cert: readFixture('cert.pem') };

const open = new Set<Server>();

/** Listen on a free port, until the end of the test. @returns the port */
export async function listen(server: Server): Promise<number> {
  open.add(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return portOf(server);
}

export function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

/** Close what the tests of a suite have opened. */
export function closeAfterEach(): void {
  afterEach(() => {
    for (const server of open) {
      server.close();
      (server as Partial<HttpServer>).closeAllConnections?.();
    }
    open.clear();
  });
}

/** A connection that speaks for itself. */
export interface Talk {
  readonly socket: Socket;
  send(text: string): void;
  /** @returns what has been received, when it matches */
  until(pattern: RegExp): Promise<string>;
  /** @returns everything, when the server has closed the connection */
  closed(): Promise<string>;
}

export async function talk(port: number): Promise<Talk> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  return converse(socket);
}

/** Speak on a socket that is connected. */
export function converse(socket: Socket): Talk {
  let text = '';
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(text)));
  socket.setEncoding('latin1').on('data', (chunk) => {
    text += chunk;
  });
  socket.on('error', () => undefined);
  return {
    socket,
    send: (words) => void socket.write(words),
    until: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => pattern.test(text) && resolve(text);
        socket.on('data', look);
        socket.once('close', () => reject(new Error(`The connection was closed after: ${text}`)));
        look();
      }),
    closed: () => closed,
  };
}

/** Send a request, and read everything until the server closes the connection. */
export async function exchange(port: number, text: string): Promise<string> {
  const { send, closed } = await talk(port);
  send(text);
  return closed();
}

/** What goes to stderr, through the console too, while the work runs. */
export async function captureErrors(work: () => unknown): Promise<string> {
  const { write } = process.stderr;
  const { error } = console;
  let text = '';
  const collect = (chunk: unknown) => {
    text += String(chunk);
    return true;
  };
  process.stderr.write = collect;
  console.error = collect;
  try {
    await work();
  } finally {
    process.stderr.write = write;
    console.error = error;
  }
  return text;
}

// --- internal ---

function readFixture(name: string): Buffer {
  return readFileSync(new URL(`./fixtures/${name}`, import.meta.url));
}
