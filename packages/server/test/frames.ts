import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';

/** One frame of HTTP/2 (RFC 9113). */
export interface Frame {
  readonly type: number;
  readonly flags: number;
  readonly stream: number;
  readonly payload: Buffer;
}

export const DATA = 0;
export const HEADERS = 1;
export const RST_STREAM = 3;
const SETTINGS = 4;
const PING = 6;
const WINDOW_UPDATE = 8;
export const END_STREAM = 1;
const END_HEADERS = 4;

/** A client of HTTP/2 that does what it is told to, and nothing by itself. */
export interface FrameClient {
  readonly socket: Socket;
  /** What has come. */
  readonly frames: Frame[];
  /** Resolves when such a frame has come, or rejects when the connection is closed before. */
  until(isIt: (frame: Frame) => boolean): Promise<Frame>;
  request(stream: number, method: string, isWhole?: boolean): void;
  data(stream: number, text: string, flags?: number): void;
  ping(): void;
  /** Sends what has no effect, but is no silence. */
  settings(): void;
  /** Let so many bytes more be sent: of one stream, or of all for 0. */
  open(stream: number, bytes: number): void;
  /** How a stream was ended by the server. @returns the code of RST_STREAM */
  reset(stream: number): Promise<number>;
}

/**
 * Connect as a client of HTTP/2.
 *
 * @param window - bytes that each stream may have sent before more is opened
 */
export async function speakFrames(port: number, window: number, tls?: ConnectionOptions): Promise<FrameClient> {
  const socket = tls ? connectTls({ ...tls, port, ALPNProtocols: ['h2'] }) : connect(port, '127.0.0.1');
  // The server may have closed it.
  socket.on('error', () => undefined);
  await once(socket, tls ? 'secureConnect' : 'connect');
  const frames: Frame[] = [];
  const waiting = new Set<() => void>();
  let rest = Buffer.alloc(0);
  const tell = () => {
    for (const look of waiting) look();
  };
  socket.on('close', tell);
  socket.on('data', (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    while (rest.length >= 9 && rest.length >= 9 + rest.readUIntBE(0, 3)) {
      const end = 9 + rest.readUIntBE(0, 3);
      frames.push({
        type: rest.readUInt8(3),
        flags: rest.readUInt8(4),
        stream: rest.readUInt32BE(5),
        payload: rest.subarray(9, end),
      });
      rest = rest.subarray(end);
    }
    tell();
  });
  const write = (...parts: Parameters<typeof frame>) => void socket.write(frame(...parts));
  socket.write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
  write(SETTINGS, 0, 0, setting(4, window));
  const client: FrameClient = {
    socket,
    frames,
    until: (isIt) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = frames.find(isIt);
          if (!found && !socket.destroyed) return;
          waiting.delete(look);
          if (found) resolve(found);
          else reject(new Error('The connection was closed.'));
        };
        waiting.add(look);
        look();
      }),
    request: (stream, method, isWhole = true) =>
      write(HEADERS, END_HEADERS | (isWhole ? END_STREAM : 0), stream, fields(method)),
    data: (stream, text, flags = 0) => write(DATA, flags, stream, Buffer.from(text)),
    ping: () => write(PING, 0, 0, Buffer.alloc(8)),
    settings: () => write(SETTINGS, 0, 0, setting(4, window)),
    open: (stream, bytes) => write(WINDOW_UPDATE, 0, stream, number32(bytes)),
    reset: async (stream) =>
      (await client.until((one) => one.type === RST_STREAM && one.stream === stream)).payload.readUInt32BE(),
  };
  return client;
}

// --- internal ---

function frame(type: number, flags: number, stream: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

function setting(name: number, value: number): Buffer {
  return Buffer.concat([Buffer.from([0, name]), number32(value)]);
}

function number32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** Header fields in HPACK, none of them compressed. CONNECT has no path. */
function fields(method: string): Buffer {
  const all = [
    [':method', method],
    [':authority', 'x'],
    ...(method === 'CONNECT'
      ? []
      : [
          [':scheme', 'http'],
          [':path', '/'],
        ]),
  ];
  return Buffer.concat(
    all.flatMap(([name = '', value = '']) => [
      Buffer.from([0, name.length]),
      Buffer.from(name),
      Buffer.from([value.length]),
      Buffer.from(value),
    ]),
  );
}
