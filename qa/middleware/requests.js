// The requests that are sent with and without a package.
import http from 'node:http';
import zlib from 'node:zlib';

/**
 * @typedef {object} Sent
 * @property {string} method
 * @property {string} path
 * @property {Record<string, string>} headers
 * @property {string} [body]
 *
 * @typedef {object} Answer
 * @property {number} status
 * @property {Record<string, string | string[] | undefined>} headers
 * @property {Buffer} body
 *
 * @typedef {(sent: Sent) => Promise<Answer>} Send
 */

const json = { 'content-type': 'application/json' };
const multipart = { 'content-type': 'multipart/form-data; boundary=xYx' };

/** `METHOD path`, header fields, body; `@tag` is the `ETag` of the answer before. */
const REQUESTS = [
  ['GET /api/post', {}],
  ['POST /api/post', json, { title: 'First', body: 'text '.repeat(500) }],
  ['POST /api/post', json, { title: 'Second' }],
  ['GET /api/post?sort=-id&pageSize=1', {}],
  ['GET /api/post', { accept: 'application/x-ndjson' }],
  ['GET /api/post', { accept: 'text/csv' }],
  ['GET /api/post', { accept: 'image/png' }],
  ['QUERY /api/post', json, { title: 'Second' }],
  ['GET /api/post/1', {}],
  ['GET /api/post/1', { 'if-none-match': '@tag' }],
  ['GET /api/post/1', {}],
  ['PUT /api/post/1', { ...json, 'if-match': '@tag' }, { title: 'Changed', body: 'é' }],
  ['PATCH /api/post/1', { 'content-type': 'application/merge-patch+json' }, { title: 'Again' }],
  ['PATCH /api/post/1', { ...json, 'if-match': '"stale"' }, { title: 'Never' }],
  ['HEAD /api/post/1', {}],
  ['OPTIONS /api/post/1', {}],
  ['POST /api/post/1/publish', {}],
  ['POST /api/post', json, { body: 7, other: true }],
  ['POST /api/post', json, '{"title":'],
  ['POST /api/post', { 'content-type': 'text/plain' }, 'title'],
  ['POST /api/post', { ...json, 'content-encoding': 'gzip' }, zlib.gzipSync('{"title":"Third"}')],
  ['GET /api/post/999', {}],
  ['GET /api/post/x', {}],
  ['DELETE /api/post', {}],
  ['DELETE /api/post/2', {}],
  ['GET /api/nothing', {}],
  ['GET /nothing', {}],
  ['POST /api/form', { 'content-type': 'application/x-www-form-urlencoded' }, 'name=Ann&age=7'],
  ['POST /api/picture', multipart, toForm('a.txt', 'some bytes')],
  ['POST /api/picture', multipart, toForm('b.txt', 'b'.repeat(2_000))],
  ['GET /api/picture', {}],
  ['GET /api/picture', { range: 'bytes=0-9' }],
  ['GET /api/answer/text', {}],
  ['GET /api/answer/long', {}],
  ['GET /api/answer/bytes', {}],
  ['GET /api/answer/big', {}],
  ['GET /api/answer/private', {}],
  ['GET /api/answer/broken', {}],
  ['GET /api/answer/refused', {}],
  ['POST /api/echo', json, { list: [1, 2], nested: { a: null } }],
];

/** A request by hand, `get('/api/post/1')`. @returns {Sent} */
export function request(line, headers = {}, body = undefined) {
  const [method, path] = line.split(' ');
  const text = body === undefined || typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  const length = text === undefined ? {} : { 'content-length': String(Buffer.byteLength(text)) };
  return { method, path, headers: { ...headers, ...length }, body: text };
}

/**
 * Send all requests.
 *
 * @param {Send} send
 * @param {(line: string, body: unknown) => boolean} [isSent]
 * @returns {Promise<(Answer & { line: string })[]>}
 */
export async function walk(send, isSent = () => true) {
  const answers = [];
  let tag = '';
  for (const [line, headers, body] of REQUESTS) {
    if (!isSent(line, body)) continue;
    const filled = Object.entries(headers).map(([name, value]) => [name, value === '@tag' ? tag : value]);
    const answer = await send(request(line, Object.fromEntries(filled), body));
    tag = String(answer.headers.etag ?? tag);
    answers.push({ request: line, sentBody: body, line: `${line} ${JSON.stringify(headers)}`, ...answer });
  }
  return answers;
}

/** Requests for a server. @returns {Send} */
export function over(port, agent) {
  return ({ method, path, headers, body }) =>
    new Promise((resolve, reject) => {
      const sent = http.request({ host: '127.0.0.1', port, method, path, headers, agent }, (response) => {
        const chunks = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
        );
      });
      sent.on('error', reject);
      sent.end(body);
    });
}

/** Of the connection, or different each time. */
const NOT_COMPARED = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding']);

/**
 * What is compared of an answer.
 *
 * @param {Answer & { line: string }} answer
 * @param {ReadonlySet<string>} changed - header fields that the package may set or change
 */
export function shown({ line, status, headers, body }, changed) {
  const kept = Object.entries(headers).filter(
    ([name, value]) => value !== undefined && !NOT_COMPARED.has(name) && !changed.has(name),
  );
  const text = kept.map(([name, value]) => `${name}: ${[value].flat().join(', ')}`).sort();
  return [line, status, ...text, plainBody({ headers, body }).toString('latin1')].join('\n');
}

/** A body without its encoding. @param {Pick<Answer, 'headers' | 'body'>} answer */
export function plainBody({ headers, body }) {
  return headers['content-encoding'] === 'gzip' && body.length > 0 ? zlib.gunzipSync(body) : body;
}

// --- internal ---

function toForm(name, content) {
  const part = (head, text) => `--xYx\r\nContent-Disposition: form-data; ${head}\r\n\r\n${text}\r\n`;
  return `${part('name="title"', 'A picture')}${part(`name="file"; filename="${name}"`, content)}--xYx--\r\n`;
}
