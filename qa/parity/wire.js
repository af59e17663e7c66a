import { connect } from 'node:net';
import { AnswerReader } from './answer-reader.js';

/** @typedef {import('./answer-reader.js').Answer} Answer */

const PATIENCE = 15_000;

/** One connection to a server, opened again when the server has closed it. It sends bytes as they are. */
export class Wire {
  #port;
  #socket;

  /** @param {number} port */
  constructor(port) {
    this.#port = port;
  }

  /**
   * Send bytes and wait for the answers to the requests in them.
   *
   * @param {Buffer} bytes @param {readonly string[]} methods - of each request: an answer to HEAD has no body
   * @returns {Promise<Answer[]>} fewer if the connection ends before; then the last one has `broken`
   */
  async exchange(bytes, methods) {
    const isKept = this.#socket?.writable === true && !this.#socket.readableEnded;
    const answers = await this.#exchange(bytes, methods, isKept);
    // A server may close a connection that is not in use, at the moment at which it is used again: clients then open another one.
    return isKept && answers[0].status === 0 ? this.#exchange(bytes, methods, false) : answers;
  }

  close() {
    this.#socket?.destroy();
  }

  // --- internal ---

  async #exchange(bytes, methods, isKept) {
    if (!isKept) await this.#open();
    const socket = this.#socket;
    const answers = [];
    let reader = new AnswerReader(methods[0]);
    await new Promise((resolve) => {
      const end = (broken) => {
        if (broken !== undefined) {
          const partial = reader.end();
          if (partial !== undefined) answers.push(partial);
          if (answers.length < methods.length) answers.push({ status: 0, headers: [], body: Buffer.alloc(0), broken });
        }
        clearTimeout(late);
        socket.removeAllListeners();
        // What else arrives belongs to no request.
        socket.on('error', () => {});
        if (broken !== undefined || answers.some(closes)) socket.destroy();
        resolve();
      };
      const late = setTimeout(() => end('no answer in time'), PATIENCE);
      socket.on('data', (chunk) => {
        let rest = chunk;
        while (rest.length > 0 && answers.length < methods.length) {
          rest = reader.read(rest);
          if (reader.answer === undefined) continue;
          answers.push(reader.answer);
          if (answers.length === methods.length || closes(reader.answer)) return end();
          reader = new AnswerReader(methods[answers.length]);
        }
      });
      socket.on('error', ({ code }) => end(code === 'EPIPE' ? 'ECONNRESET' : code));
      socket.on('close', () => end('closed'));
      socket.write(bytes);
    });
    return answers;
  }

  async #open() {
    this.#socket?.destroy();
    this.#socket = connect({ port: this.#port, host: '127.0.0.1', noDelay: true });
    await new Promise((resolve, reject) => this.#socket.once('connect', resolve).once('error', reject));
    this.#socket.removeAllListeners();
  }
}

/** @param {Answer} answer */
function closes({ headers }) {
  return headers.some(([name, value]) => name.toLowerCase() === 'connection' && value.toLowerCase() === 'close');
}
