import { once } from 'node:events';
import { connect } from 'node:net';
import { type Answer, readAnswers } from '../bytes.ts';

/**
 * Send many requests on few connections, a batch at once on each, and give the answers in their order.
 *
 * @param requests - that leave the connection open, and that Node's parser takes
 * @param batch - below the 100 that `createServer` lets wait on one connection
 * @throws {Error} when an answer is missing
 */
export async function askAll(port: number, requests: readonly Uint8Array[], batch = 90): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let at = 0; at < requests.length; ) {
    const sent = requests.slice(at, at + batch);
    const received = readAnswers(await exchange(port, [...sent, END]));
    // An answer may close the connection: what came behind its request is sent again.
    const isCut = received.length < sent.length && received.at(-1)?.fields.get('connection') === 'close';
    if (received.length !== sent.length + 1 && !isCut) {
      const next = Buffer.from(sent[received.length] ?? []).toString('latin1');
      throw new Error(`${received.length} answers to ${sent.length} requests; the next is ${next.slice(0, 300)}`);
    }
    answers.push(...received.slice(0, sent.length));
    at += Math.min(received.length, sent.length);
  }
  return answers;
}

// --- internal ---

/** The last request of a connection says that it is. */
const END = Buffer.from('GET /end HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');

async function exchange(port: number, requests: readonly Uint8Array[]): Promise<Buffer> {
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  // What was received before a reset counts.
  socket.on('error', () => undefined);
  socket.setTimeout(30_000, () => socket.destroy(new Error('no answer')));
  await once(socket, 'connect');
  socket.write(Buffer.concat(requests));
  await new Promise<void>((resolve) => socket.once('close', () => resolve()));
  return Buffer.concat(chunks);
}
