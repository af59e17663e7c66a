/** Header fields of a request, written as they are given. */
export type Fields = Readonly<Record<string, string>>;

export interface RequestText {
  readonly fields?: Fields;
  /** What follows the head; `Content-Length` is added unless `fields` says how long it is. */
  readonly body?: string | Uint8Array;
  /** Anything but a string or bytes is sent as JSON. */
  readonly json?: unknown;
  /** Leave the connection open for a next request. */
  readonly isKept?: boolean;
}

/**
 * The exact bytes of one request.
 *
 * @param path - as it is sent: nothing is encoded
 */
export function request(method: string, path: string, { fields = {}, body, json, isKept }: RequestText = {}): Buffer {
  const content = json === undefined ? Buffer.from(body ?? '') : Buffer.from(JSON.stringify(json));
  const names = new Set(Object.keys(fields).map((name) => name.toLowerCase()));
  const head = [`${method} ${path} HTTP/1.1`, ...Object.entries(fields).map(([name, value]) => `${name}: ${value}`)];
  if (!names.has('host')) head.push('Host: localhost');
  if (!isKept && !names.has('connection')) head.push('Connection: close');
  if (json !== undefined && !names.has('content-type')) head.push('Content-Type: application/json');
  const isMeasured = names.has('content-length') || names.has('transfer-encoding');
  if (!isMeasured && (content.length > 0 || body !== undefined)) head.push(`Content-Length: ${content.length}`);
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), content]);
}

/** One answer as it came. */
export interface Answer {
  readonly status: number;
  /** The head as Latin-1, without the empty line. */
  readonly head: string;
  /** By names in lower case; of several with the same name, all, parted by a comma. */
  readonly fields: ReadonlyMap<string, string>;
  readonly body: string;
  /** The body as JSON. @throws {SyntaxError} */
  json(): unknown;
}

/** The answers in what a server has sent on one connection; interim ones (1xx) are left out, a piece that is no answer has the status 0. */
export function readAnswers(received: Buffer, isHead = false): Answer[] {
  const answers: Answer[] = [];
  for (let rest = received; rest.length > 0; ) {
    const end = rest.indexOf('\r\n\r\n');
    const head = rest.toString('latin1', 0, end < 0 ? rest.length : end);
    const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(head)?.[1] ?? 0);
    const fields = readFields(head);
    rest = rest.subarray(end < 0 ? rest.length : end + 4);
    const isEmpty = isHead || status < 200 || status === 204 || status === 304;
    const [body, next] = isEmpty ? [Buffer.alloc(0), rest] : splitBody(rest, fields);
    rest = next;
    const text = body.toString();
    if (status === 0 || status >= 200) answers.push({ status, head, fields, body: text, json: () => JSON.parse(text) });
  }
  return answers;
}

// --- internal ---

function readFields(head: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (const line of head.split('\r\n').slice(1)) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    fields.set(name, fields.has(name) ? `${fields.get(name)}, ${value}` : value);
  }
  return fields;
}

function splitBody(rest: Buffer, fields: ReadonlyMap<string, string>): [body: Buffer, next: Buffer] {
  if (/chunked/i.test(fields.get('transfer-encoding') ?? '')) return splitChunks(rest);
  const length = Number(fields.get('content-length') ?? rest.length);
  return [rest.subarray(0, length), rest.subarray(length)];
}

function splitChunks(bytes: Buffer): [body: Buffer, next: Buffer] {
  const chunks: Buffer[] = [];
  for (let rest = bytes; ; ) {
    const end = rest.indexOf('\r\n');
    const size = Number.parseInt(rest.toString('latin1', 0, Math.max(end, 0)), 16);
    if (end < 0 || Number.isNaN(size)) return [Buffer.concat(chunks), Buffer.alloc(0)];
    if (size === 0) return [Buffer.concat(chunks), rest.subarray(end + 4)];
    chunks.push(rest.subarray(end + 2, end + 2 + size));
    rest = rest.subarray(end + 4 + size);
  }
}
