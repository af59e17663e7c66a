import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { inspect } from 'node:util';
import { expect } from 'chai';
import type { Limits } from '../../src/core/contracts/options.ts';
import { createBodyReader } from '../../src/core/dispatch/read-body.ts';
import { type BodyRequest, isPlain } from '../../src/core/dispatch/read-json.ts';
import { isHttpError } from '../../src/core/errors.ts';
import { resolveOptions } from '../../src/options.ts';
import { MAJORS } from '../serve.ts';

export interface Request {
  method?: string;
  /** Header fields as they are sent; `Content-Length` is added where nothing says how long the body is. */
  headers?: readonly string[];
  body: Buffer;
  /** Places where the body is cut into pieces that arrive one by one. */
  cuts?: readonly number[];
  /** The client leaves after this many bytes of the body. */
  leavesAfter?: number;
}

/** Servers on each major of Express and without it, each with a reader of both ways. */
export interface BothWays {
  /** What became of the request, which is the same on all servers and both ways. */
  send(request: Request): Promise<string>;
  /** How many requests were read without `body-parser`. */
  short(): number;
  close(): Promise<void>;
}

/** Start the servers; requests of one `BothWays` go one after the other. */
export async function bothWays(limits: Partial<Limits> = {}): Promise<BothWays> {
  const all = resolveOptions({ limits }).limits;
  const hosts = await Promise.all(
    [...MAJORS.map(([, create]) => create), () => undefined].flatMap((create) =>
      [true, false].map((isShort) => Host.start(create(), all, isShort)),
    ),
  );
  return {
    async send(request) {
      const outcomes = await Promise.all(hosts.map((host) => host.send(request)));
      const [first] = outcomes as [string];
      for (const outcome of outcomes) expect(outcome).to.equal(first);
      return first;
    },
    short: () => hosts.reduce((sum, host) => sum + host.short, 0) / (hosts.length / 2),
    close: async () => {
      for (const host of hosts) await host.close();
    },
  };
}

/** A request as the bytes of its head. */
export function headOf({ method = 'POST', headers = [], body }: Request): Buffer {
  const hasLength = headers.some((field) => FRAMING.test(field));
  const fields = hasLength ? headers : [...headers, `Content-Length: ${body.length}`];
  return Buffer.from([`${method} / HTTP/1.1`, 'Host: x', ...fields, '', ''].join('\r\n'), 'latin1');
}

// --- internal ---

const FRAMING = /^(content-length|transfer-encoding):/i;

class Host {
  short = 0;
  readonly #server: Server;
  readonly #outcomes: ((outcome: string) => void)[] = [];
  #client: Socket | undefined;
  /** The same connection as the server sees it. */
  #peer: Socket | undefined;

  static async start(app: ReturnType<(typeof MAJORS)[0][1]> | undefined, limits: Limits, isShort: boolean) {
    const host = new Host(app, limits, isShort);
    host.#server.listen(0, '127.0.0.1');
    await once(host.#server, 'listening');
    return host;
  }

  private constructor(app: ReturnType<(typeof MAJORS)[0][1]> | undefined, limits: Limits, isShort: boolean) {
    const takesShortWay = (req: BodyRequest): boolean => {
      if (!isShort || !isPlain(req)) return false;
      this.short++;
      return true;
    };
    const read = createBodyReader(limits, takesShortWay);
    let pending = false;
    const answer: RequestListener = async (req: BodyRequest, res) => {
      pending = true;
      let outcome: string;
      try {
        const { value, text } = await read(req, res, { method: req.method ?? '', forms: true });
        outcome = show({ value, text, isKept: req.body === value, isMarked: req._body });
      } catch (error) {
        outcome = showError(error);
      }
      pending = false;
      // The response is irrelevant: the outcome is reported here.
      res.writeHead(204).end();
      this.#outcomes.shift()?.(outcome);
    };
    this.#server = createServer(app ? app.use(answer) : answer);
    this.#server.on('connection', (socket) => {
      this.#peer = socket;
    });
    this.#server.on('clientError', (error, socket) => {
      socket.destroy();
      if (socket !== this.#peer) return;
      this.#client?.destroy();
      if (!pending) this.#outcomes.shift()?.(`refused by Node: ${error.message}`);
    });
  }

  async send(request: Request): Promise<string> {
    const { body, cuts = [], leavesAfter } = request;
    const client = await this.#connect();
    const outcome = new Promise<string>((resolve) => this.#outcomes.push(resolve));
    const arrived = this.#peer?.bytesRead ?? 0;
    const bytes = Buffer.concat([headOf(request), body.subarray(0, leavesAfter)]);
    const head = headOf(request).length;
    let from = 0;
    for (const cut of cuts.map((place) => head + place)) {
      client.write(bytes.subarray(from, cut));
      while ((this.#peer?.bytesRead ?? 0) < arrived + cut) await new Promise(setImmediate);
      from = cut;
    }
    client.write(bytes.subarray(from));
    if (leavesAfter !== undefined) {
      while ((this.#peer?.bytesRead ?? 0) < arrived + bytes.length) await new Promise(setImmediate);
      client.destroy();
    }
    const settled = await outcome;
    // Bytes after a wrong length must not be read as the next request.
    if (request.headers?.some((field) => FRAMING.test(field))) client.destroy();
    return settled;
  }

  async close(): Promise<void> {
    this.#client?.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #connect(): Promise<Socket> {
    if (this.#client && !this.#client.destroyed && this.#client.readyState === 'open') return this.#client;
    const client = connect((this.#server.address() as AddressInfo).port, '127.0.0.1').setNoDelay(true);
    await Promise.all([once(client, 'connect'), once(this.#server, 'connection')]);
    this.#client = client.resume().on('error', () => client.destroy());
    return client;
  }
}

function showError(error: unknown): string {
  if (!isHttpError(error)) return inspect(error);
  const { status, code, detail, headers, cause } = error;
  return show({ status, code, detail, headers, cause: (cause as Error | undefined)?.message });
}

/** Every difference that a program can see: the order of keys, -0, lone surrogates, own keys `__proto__`. */
function show(value: unknown): string {
  return inspect(value, {
    compact: true,
    depth: Infinity,
    maxArrayLength: null,
    maxStringLength: null,
    breakLength: Infinity,
  });
}
