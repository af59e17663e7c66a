import { connect, type Socket } from 'node:net';

/** An answer, as far as these clients look at it. */
export interface Answer {
  readonly status: number;
  /** Start line and header fields. */
  readonly head: string;
  readonly body: string;
  /** It says `Connection: close`. */
  readonly isLast: boolean;
}

/** Milliseconds without a byte after which an answer is lost: far more than any answer takes on a busy machine. */
const PATIENCE = 60_000;

/**
 * One connection of a client that repeats nothing: each request is answered whole, or lost.
 *
 * It knows the answers that the application gives: of an announced length, or without a body.
 */
export class Connection {
  readonly socket: Socket;
  #received = '';
  #settle: { resolve(answer: Answer): void; reject(error: Error): void } | undefined;
  #isOpen = true;

  private constructor(socket: Socket) {
    this.socket = socket.setNoDelay(true).setTimeout(PATIENCE);
    // Latin-1: a character is a byte.
    socket.setEncoding('latin1').on('data', (text: unknown) => this.#read(text as string));
    socket.on('timeout', () => this.#settle && socket.destroy(new Error(`no answer within ${PATIENCE} ms`)));
    socket.on('end', () => this.#lose('the connection was ended'));
    socket.on('close', () => this.#lose('the connection was closed'));
    socket.on('error', (error) => this.#lose(error.message));
  }

  /** @throws {Error} when it is refused or reset */
  static open(port: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.off('error', reject);
        resolve(new Connection(socket));
      });
      socket.once('error', reject);
    });
  }

  /** Whether another request may be sent: neither side has said that the last one was the last. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Send one request and wait for its answer. @throws {Error} when there is none */
  ask(bytes: string | Uint8Array): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
      if (this.#isOpen) this.socket.write(bytes);
      else this.#lose('the connection was closed before');
    });
  }

  close(): void {
    this.#isOpen = false;
    this.socket.destroy();
  }

  #lose(why: string): void {
    this.#isOpen = false;
    this.#settle?.reject(new Error(this.#received === '' ? why : `${why} after ${this.#received.slice(0, 80)}`));
    this.#settle = undefined;
  }

  #read(text: string): void {
    this.#received += text;
    const end = this.#received.indexOf('\r\n\r\n');
    if (end < 0) return;
    const head = this.#received.slice(0, end);
    const whole = end + 4 + Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
    if (this.#received.length < whole) return;
    const isLast = /\r\nconnection: close/i.test(head);
    const answer = { status: Number(head.slice(9, 12)), head, body: this.#received.slice(end + 4, whole), isLast };
    this.#received = this.#received.slice(whole);
    if (isLast) this.close();
    this.#settle?.resolve(answer);
    this.#settle = undefined;
  }
}

/**
 * The bytes of a request on a connection that stays open.
 *
 * @param body - text as it is, anything else as JSON
 * @param fields - more header fields, each with its line end; a `Content-Type` takes the place of that of JSON
 */
export function request(method: string, path: string, body?: unknown, fields = ''): string {
  const head = `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${fields}`;
  if (body === undefined) return `${head}\r\n`;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const type = fields.includes('Content-Type') ? '' : 'Content-Type: application/json\r\n';
  return `${head}${type}Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
}
