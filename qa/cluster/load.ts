import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, Client, type Sent } from './client.ts';
import { type Counted, Ledger } from './ledger.ts';

/** Clients that write through several processes of the application. */
export interface Load {
  readonly ledger: Ledger;
  /** Begin nothing new, and wait for what runs. */
  stop(): Promise<void>;
}

/**
 * Begin to write: each client does one thing after the other, in turn through each of the servers, and notes every answer.
 *
 * @param servers - their addresses
 * @param signal - ends the patience of clients that try again
 */
export async function startLoad(servers: readonly string[], signal: AbortSignal): Promise<Load> {
  const client = new Client(CLIENTS);
  const ledger = new Ledger();
  const counters = await Promise.all(Array.from({ length: COUNTERS }, () => create(client, `${servers[0]}/counter`)));
  for (const url of counters) ledger.counters.set(url, { values: [], unknown: 0 });
  const running = { is: true };
  const clients = Array.from({ length: CLIENTS }, async (_, number) => {
    const path = await create(client, `${servers[number % servers.length]}/note`);
    ledger.notes.set(path, [0]);
    const writer = new Writer(client, ledger, servers, `${number}`, signal);
    for (let turn = number; running.is; turn += 1) {
      const pause = sleep(PAUSE);
      await writer.entry(turn);
      await writer.increment(turn, counters[number % COUNTERS] as string);
      await writer.note(turn, path);
      await writer.payment(turn);
      await pause;
    }
  });
  const all = Promise.all(clients);
  // Waited for when the load is stopped.
  all.catch(() => {});
  return {
    ledger,
    stop: async () => {
      running.is = false;
      await all;
      client.close();
    },
  };
}

// --- internal ---

/** At a time. */
const CLIENTS = 12;
const COUNTERS = 3;
/** Milliseconds from one round of a client to its next one, at least. */
const PAUSE = 100;
/** A payment that is not acknowledged after so many attempts is given up, and found missing. */
const ATTEMPTS = 20;

/** @returns its path: `/note/7` */
async function create(client: Client, url: string): Promise<string> {
  const answer = await client.send({ method: 'POST', url, body: { value: 0 } });
  if (answer.status !== 201) throw new Error(`POST ${url} answers ${answer.status}: ${JSON.stringify(answer.body)}`);
  return String(answer.headers.location);
}

class Writer {
  readonly #client: Client;
  readonly #ledger: Ledger;
  readonly #servers: readonly string[];
  readonly #name: string;
  readonly #signal: AbortSignal;

  constructor(client: Client, ledger: Ledger, servers: readonly string[], name: string, signal: AbortSignal) {
    this.#client = client;
    this.#ledger = ledger;
    this.#servers = servers;
    this.#name = name;
    this.#signal = signal;
  }

  /** A record that is sent once, whatever the answer is. */
  async entry(turn: number): Promise<void> {
    const name = `entry-${this.#name}-${turn}`;
    this.#ledger.entries.set(name, 'unknown');
    const { status } = await this.#send(turn, 'POST', '/entry', { body: { name } });
    if (status === 201) this.#ledger.entries.set(name, 'done');
  }

  /** A record that is sent with a key until it is acknowledged, each time through the next server. */
  async payment(turn: number): Promise<void> {
    const name = `payment-${this.#name}-${turn}`;
    this.#ledger.payments.set(name, 'unknown');
    for (let attempt = 0; attempt < ATTEMPTS && !this.#signal.aborted; attempt += 1) {
      // An attempt whose outcome is unknown may be running still.
      const isFine = ({ status, body }: Answer): boolean => {
        return status === 201 || (attempt > 0 && status === 409 && body.code === 'E_IDEMPOTENCY_RUNNING');
      };
      const more = { body: { name }, headers: { 'Idempotency-Key': name } };
      const { status, headers } = await this.#send(turn + attempt, 'POST', '/payment', more, isFine);
      if (status === 201) {
        this.#ledger.payments.set(name, 'done');
        return;
      }
      await sleep(Number(headers['retry-after'] ?? 1) * 1_000);
    }
  }

  /** One more, counted by the server. */
  async increment(turn: number, path: string): Promise<void> {
    const counted = this.#ledger.counters.get(path) as Counted;
    const { status, body } = await this.#send(turn, 'POST', `${path}/increment`);
    if (status === 200) counted.values.push(body.value);
    else counted.unknown += 1;
  }

  /** Read a record of this client alone through one server, change it through the next one if it is still what was read, and read it again at once. */
  async note(turn: number, path: string): Promise<void> {
    const { notes } = this.#ledger;
    const possible = notes.get(path) as readonly number[];
    const read = await this.#read(turn, path);
    if (read === undefined) return;
    const value = Math.max(...possible) + 1;
    notes.set(path, [...possible, value]);
    const more = { body: { value }, headers: { 'If-Match': String(read.headers.etag) } };
    // A change whose outcome is unknown may have come after the read.
    const isFine = ({ status }: Answer): boolean => status === 200 || (status === 412 && possible.length > 1);
    const { status } = await this.#send(turn + 1, 'PATCH', path, more, isFine);
    if (status === 200) notes.set(path, [value]);
    else if (status === 412) notes.set(path, possible);
    await this.#read(turn, path);
  }

  async #read(turn: number, path: string): Promise<Answer | undefined> {
    const possible = this.#ledger.notes.get(path) as readonly number[];
    const answer = await this.#send(turn, 'GET', path);
    if (answer.status !== 200) return undefined;
    const { value } = answer.body;
    if (!possible.includes(value)) this.#ledger.stale.push(`${path} was read as ${value}, not as ${possible}`);
    return answer;
  }

  async #send(
    turn: number,
    method: string,
    path: string,
    more: Pick<Sent, 'body' | 'headers'> = {},
    isFine: (answer: Answer) => boolean = ({ status }) => status < 300,
  ): Promise<Answer> {
    const url = `${this.#servers[turn % this.#servers.length]}${path}`;
    const answer = await this.#client.send({ method, url, ...more });
    this.#ledger.answers.push({ what: `${method} ${path}`, answer, isError: !isFine(answer) });
    return answer;
  }
}
