import { EventEmitter } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { Controller } from '@rest-gen/router';
import { expect } from 'chai';
import type { Attack } from './attack.ts';
import { type Answer, readAnswers } from './bytes.ts';
import type { Target } from './target.ts';

/** Says `begun` when a request is at its action. */
export const events = new EventEmitter();
/** How many pieces of an endless answer, or large answers, were made since somebody has set it back; and whether the endless answer still goes on. */
export const made = { count: 0, isOpen: false };

class Wait extends Controller {
  static forms = true;
  override __before(): void {
    events.emit('begun');
  }
  async getAction(): Promise<unknown> {
    if (this.id === 'endless') return Readable.from(pieces());
    if (this.id === 'large') return large();
    if (this.id !== 'never') return delay(Number(this.id)).then(() => ({ waited: this.id }));
    return new Promise(() => undefined);
  }
  postAction(): unknown {
    return this.success({ body: this.post() }, { status: 201 });
  }
}

/** What has to be added to the application. */
export const more = { rules: [['/wait/:id?', 'wait', 'rest']] as const, controllers: { wait: Wait } };
/** The answer is this problem. */
export function says(status: number, code: string): NonNullable<Attack['check']> {
  return ([answer]) => expect(answer?.json()).to.include({ status, code });
}

/** A connection, and the answers on it when the server has closed it. */
export function open({ port }: Target): { socket: Socket; closed: Promise<Answer[]> } {
  const socket = connect(port, '127.0.0.1');
  const received: Buffer[] = [];
  socket.on('data', (bytes) => received.push(bytes));
  // What is written to a connection that was closed meanwhile.
  socket.on('error', () => undefined);
  const closed = new Promise<Answer[]>((resolve) => {
    socket.once('close', () => resolve(readAnswers(Buffer.concat(received))));
  });
  return { socket, closed };
}

// --- internal ---

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** 64 KB each. */
async function* pieces(): AsyncGenerator<Buffer> {
  made.isOpen = true;
  try {
    for (; ; made.count++) yield Buffer.alloc(65_536);
  } finally {
    made.isOpen = false;
  }
}

function large(): string {
  made.count++;
  return 'a'.repeat(16_384);
}
