import { EventEmitter, once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { Document } from 'mongodb';
import { Engine } from './commands.ts';
import { StandInError } from './stand-in-error.ts';
import { isIncomplete, readMessages, type WireMessage, writeAnswer } from './wire.ts';

/** What goes wrong with the next commands of a name. */
export interface Fault {
  readonly command: string;
  /** How often; default once. */
  times?: number;
  /** Answer this error in place of running the command. */
  readonly code?: number;
  readonly message?: string;
  readonly labels?: readonly string[];
  readonly details?: Document;
  /** Run the command, and break the connection in place of answering. */
  readonly isLost?: boolean;
  /** Answer nothing before this resolves. */
  readonly until?: Promise<unknown>;
}

/** A stand-in for a server of MongoDB, for tests: it speaks the wire protocol and knows what the models need of it, and nothing else. */
export interface StandIn {
  readonly port: number;
  /** The commands that came, but for greetings. */
  readonly commands: Document[];
  /** Resolves when the next command of a name comes. */
  arrival(name: string): Promise<void>;
  url(database: string): string;
  fail(fault: Fault): void;
  /** Nothing goes wrong any more. */
  recover(): void;
  close(): Promise<void>;
}

/** @param isReplicaSet - one member that is the primary; else a server without transactions */
export async function startStandIn({ isReplicaSet = true } = {}): Promise<StandIn> {
  const engine = new Engine(isReplicaSet);
  const faults: Fault[] = [];
  const commands: Document[] = [];
  const arrivals = new EventEmitter();
  const sockets = new Set<Socket>();
  const answers = new Map<string, Promise<Document>>();

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
    const parts: Buffer[] = [];
    let last: Promise<void> = Promise.resolve();
    socket.on('data', (bytes) => {
      try {
        parts.push(bytes);
        // To put a large message together anew with each piece would copy it hundreds of times.
        if (isIncomplete(parts)) return;
        const read = readMessages(Buffer.concat(parts));
        parts.splice(0, parts.length, read.rest);
        for (const message of read.messages) last = last.then(() => serve(socket, message));
      } catch (error) {
        socket.destroy(error as Error);
      }
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;

  async function serve(socket: Socket, message: WireMessage): Promise<void> {
    const [name = ''] = Object.keys(message.command);
    const greeting = greet(name, port, isReplicaSet);
    if (greeting !== undefined) {
      if (!message.isOneWay) socket.write(writeAnswer(message, greeting));
      return;
    }
    commands.push(message.command);
    arrivals.emit(name);
    const fault = takeFault(faults, name);
    await fault?.until;
    const answer = fault?.code === undefined ? await runOnce(message.command, name) : errorOf(faultError(fault));
    if (fault?.isLost) socket.destroy();
    else if (!socket.destroyed) socket.write(writeAnswer(message, answer));
  }

  /** A write that is sent again with the same number has been done already. */
  function runOnce(command: Document, name: string): Promise<Document> {
    const run = (): Promise<Document> => engine.run(name, command).then(succeed, errorOf);
    if (command.txnNumber === undefined || command.autocommit !== undefined) return run();
    const number = JSON.stringify([command.lsid, command.txnNumber]);
    const answer = answers.get(number) ?? run();
    answers.set(number, answer);
    return answer;
  }

  return {
    port,
    commands,
    arrival: async (name) => void (await once(arrivals, name)),
    url: (database) => `mongodb://127.0.0.1:${port}/${database}${isReplicaSet ? '?replicaSet=stand-in' : ''}`,
    fail: (fault) => void faults.push({ times: 1, ...fault }),
    recover: () => void faults.splice(0),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

// --- internal ---

function greet(name: string, port: number, isReplicaSet: boolean): Document | undefined {
  if (name === 'ping' || name === 'endSessions') return { ok: 1 };
  if (name !== 'hello' && name !== 'ismaster' && name !== 'isMaster') return undefined;
  const me = `127.0.0.1:${port}`;
  return {
    ok: 1,
    helloOk: true,
    isWritablePrimary: true,
    ismaster: true,
    ...(isReplicaSet && { setName: 'stand-in', setVersion: 1, hosts: [me], me, primary: me }),
    logicalSessionTimeoutMinutes: 30,
    maxBsonObjectSize: 16_777_216,
    maxMessageSizeBytes: 48_000_000,
    maxWriteBatchSize: 100_000,
    minWireVersion: 0,
    // MongoDB 7.0.
    maxWireVersion: 21,
    readOnly: false,
  };
}

function takeFault(faults: Fault[], name: string): Fault | undefined {
  const fault = faults.find(({ command, times = 1 }) => command === name && times > 0);
  if (fault !== undefined) fault.times = (fault.times ?? 1) - 1;
  return fault;
}

function faultError({ code = 0, message = 'a fault of the test', details, labels }: Fault): StandInError {
  return new StandInError(code, message, details, labels);
}

function succeed(answer: Document): Document {
  return { ...answer, ok: 1 };
}

function errorOf(error: unknown): Document {
  const { code, message, labels, details } =
    error instanceof StandInError ? error : new StandInError(8000, `The stand-in failed: ${(error as Error).stack}`);
  return { ok: 0, errmsg: message, code, ...details, ...(labels.length > 0 && { errorLabels: labels }) };
}
