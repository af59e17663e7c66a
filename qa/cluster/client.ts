import { Agent, request } from 'node:http';

/** What came back for one request. */
export interface Answer {
  /** 0 when nothing came back: the connection failed, or the time was up. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** What JSON it held, or why nothing came back. */
  // biome-ignore lint/suspicious/noExplicitAny: whatever the application has answered.
  readonly body: any;
  /** By `performance.now()`. */
  readonly began: number;
  readonly ended: number;
}

export interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Sends requests over connections that are kept open. */
export class Client {
  readonly #agent: Agent;

  /** @param connections - at most, to each server */
  constructor(connections: number) {
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  /** Send one request, once. Never rejects. */
  send({ method, url, headers = {}, body }: Sent): Promise<Answer> {
    const began = performance.now();
    const text = body === undefined ? '' : JSON.stringify(body);
    const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
    return new Promise((resolve) => {
      const end = (status: number, answered: unknown, fields: Answer['headers'] = {}): void =>
        resolve({ status, headers: fields, body: answered, began, ended: performance.now() });
      const options = {
        agent: this.#agent,
        method,
        headers: { ...headers, ...type, 'Content-Length': Buffer.byteLength(text) },
        signal: AbortSignal.timeout(LONGEST),
      };
      const outgoing = request(url, options, (response) => {
        let received = '';
        response
          .setEncoding('utf8')
          .on('data', (chunk) => {
            received += chunk;
          })
          .on('end', () => end(response.statusCode ?? 0, parse(received), response.headers))
          .on('error', (error) => end(0, error.message));
      });
      outgoing.on('error', (error) => end(0, error.message)).end(text);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

// --- internal ---

/** Milliseconds; more than the deadline of the application. */
const LONGEST = 15_000;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
