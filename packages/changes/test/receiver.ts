import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

export const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

/** An event as it was received, and verified by npm `standardwebhooks`. */
export interface Received {
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly data: Record<string, unknown>;
}

/** A server that receives webhooks. */
export class Receiver {
  readonly received: Received[] = [];
  /** What is answered; 204 without it. */
  answer: (event: Received) => number | Promise<number> = () => 204;
  url = '';
  /** The time, in milliseconds since 1970. */
  now: () => number = Date.now;
  readonly #server: Server;
  readonly #secret: string;
  #waiting: (() => void)[] = [];

  constructor(secret = SECRET) {
    this.#secret = secret;
    this.#server = createServer((req, res) => {
      const chunks: Buffer[] = [];
      req.on('data', (chunk: Buffer) => chunks.push(chunk));
      req.on('end', async () => {
        try {
          const headers = req.headers as Record<string, string>;
          const body = this.#verify(Buffer.concat(chunks).toString(), headers);
          const event = { id: headers['webhook-id'], ...(body as object) } as Received;
          this.received.push(event);
          for (const wake of this.#waiting.splice(0)) wake();
          const status = await this.answer(event);
          res.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end(status >= 400 ? 'not now' : '');
        } catch (error) {
          res.writeHead(401).end(String(error));
        }
      });
    });
  }

  /** The library refuses what is older or newer than five minutes. */
  #verify(body: string, headers: Record<string, string>): unknown {
    const { now } = Date;
    Date.now = this.now;
    try {
      return new Webhook(this.#secret).verify(body, headers);
    } finally {
      Date.now = now;
    }
  }

  async open(): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/in`;
    return this;
  }

  /** `issue.created 7`, in the order of their arrival. */
  get events(): string[] {
    return this.received.map(({ type, data }) => `${type} ${data.id}`);
  }

  async until(isMet: () => boolean): Promise<void> {
    while (!isMet()) await new Promise<void>((resolve) => void this.#waiting.push(resolve));
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
