/**
 * @typedef {object} Answer
 * @property {number} status - 0 if none came
 * @property {readonly (readonly [name: string, value: string])[]} headers - as they were sent
 * @property {Buffer} body - without the frames of its chunks
 * @property {string} [broken] - why it is not complete
 * @property {number} [interim] - interim responses before it (1xx)
 */

/** Reads one answer of HTTP/1.1 from bytes: clients hide what the recorder compares. */
export class AnswerReader {
  /** @type {Answer | undefined} the answer, when it is complete */
  answer = undefined;
  #method;
  #bytes = Buffer.alloc(0);
  #head;
  #interim = 0;

  /** @param {string} method */
  constructor(method) {
    this.#method = method;
  }

  /** @param {Buffer} chunk @returns {Buffer} what follows the answer */
  read(chunk) {
    this.#bytes = this.#bytes.length === 0 ? chunk : Buffer.concat([this.#bytes, chunk]);
    while (this.#head === undefined) {
      const end = this.#bytes.indexOf('\r\n\r\n');
      if (end < 0) return Buffer.alloc(0);
      const head = readHead(this.#bytes.toString('latin1', 0, end));
      this.#bytes = this.#bytes.subarray(end + 4);
      if (head.status >= 200) this.#head = head;
      else this.#interim += 1;
    }
    const found = readBody(this.#bytes, this.#head, this.#method);
    if (found === undefined) return Buffer.alloc(0);
    this.answer = this.#finish(found.body);
    return this.#bytes.subarray(found.length);
  }

  /** The connection has ended. @returns {Answer | undefined} what there is of an answer */
  end() {
    if (this.#head === undefined) return undefined;
    const isWhole = this.#head.length === undefined && !this.#head.isChunked;
    return { ...this.#finish(this.#bytes), ...(!isWhole && { broken: 'cut off' }) };
  }

  // --- internal ---

  #finish(body) {
    const { status, headers } = this.#head;
    return { status, headers, body: Buffer.from(body), ...(this.#interim > 0 && { interim: this.#interim }) };
  }
}

function readHead(text) {
  const [first, ...lines] = text.split('\r\n');
  const headers = lines.map((line) => {
    const at = line.indexOf(':');
    return [line.slice(0, at), Buffer.from(line.slice(at + 1).trim(), 'latin1').toString()];
  });
  const find = (wanted) => headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
  const length = find('content-length');
  return {
    status: Number(first.split(' ')[1]),
    headers,
    length: length === undefined ? undefined : Number(length),
    isChunked: find('transfer-encoding') === 'chunked',
  };
}

/** @returns {{ body: Buffer, length: number } | undefined} `undefined` while some of it is missing */
function readBody(bytes, { status, length, isChunked }, method) {
  if (method === 'HEAD' || status === 204 || status === 304) return { body: Buffer.alloc(0), length: 0 };
  if (isChunked) return readChunks(bytes);
  if (length === undefined || bytes.length < length) return undefined;
  return { body: bytes.subarray(0, length), length };
}

function readChunks(bytes) {
  const parts = [];
  for (let at = 0; ; ) {
    const end = bytes.indexOf('\r\n', at);
    if (end < 0) return undefined;
    const size = Number.parseInt(bytes.toString('latin1', at, end), 16);
    const next = end + 2 + size + 2;
    if (bytes.length < next) return undefined;
    if (size === 0) return { body: Buffer.concat(parts), length: next };
    parts.push(bytes.subarray(end + 2, next - 2));
    at = next;
  }
}
