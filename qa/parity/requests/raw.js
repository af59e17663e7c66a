/** Bytes that no client library sends as they are. Each row: what it is, the methods of its requests, and the text. */
const HOST = 'Host: example.com';

/** @type {readonly (readonly [kind: string, methods: readonly string[], make: (path: string) => string])[]} */
const RAW = [
  [
    'pipelined reads',
    ['GET', 'GET'],
    (path) => `GET ${path} HTTP/1.1\r\n${HOST}\r\n\r\nGET /nothing HTTP/1.1\r\n${HOST}\r\n\r\n`,
  ],
  [
    'pipelined writes',
    ['POST', 'DELETE'],
    (path) =>
      `${post(path, '{"title":"first","name":"first","text":"t","stars":1}')}DELETE ${path} HTTP/1.1\r\n${HOST}\r\n\r\n`,
  ],
  [
    'pipelined head',
    ['HEAD', 'GET'],
    (path) => `HEAD ${path} HTTP/1.1\r\n${HOST}\r\n\r\nGET ${path} HTTP/1.1\r\n${HOST}\r\n\r\n`,
  ],
  ['no host', ['GET'], (path) => `GET ${path} HTTP/1.1\r\n\r\n`],
  ['two hosts', ['GET'], (path) => `GET ${path} HTTP/1.1\r\n${HOST}\r\nHost: other\r\n\r\n`],
  ['HTTP/1.0', ['GET'], (path) => `GET ${path} HTTP/1.0\r\n\r\n`],
  ['HTTP/1.0 kept', ['GET'], (path) => `GET ${path} HTTP/1.0\r\nConnection: keep-alive\r\n\r\n`],
  ['close', ['GET'], (path) => `GET ${path} HTTP/1.1\r\n${HOST}\r\nConnection: close\r\n\r\n`],
  ['absolute form', ['GET'], (path) => `GET http://other.example${path} HTTP/1.1\r\n${HOST}\r\n\r\n`],
  ['double slash', ['GET'], (path) => `GET //other.example${path} HTTP/1.1\r\n${HOST}\r\n\r\n`],
  ['options of all', ['OPTIONS'], () => `OPTIONS * HTTP/1.1\r\n${HOST}\r\n\r\n`],
  ['unknown method', ['FOO'], (path) => `FOO ${path} HTTP/1.1\r\n${HOST}\r\n\r\n`],
  ['small letters', ['get'], (path) => `get ${path} HTTP/1.1\r\n${HOST}\r\n\r\n`],
  ['chunks', ['POST'], (path) => chunked(path, '9\r\n{"title":\r\n4\r\n"c"}\r\n0\r\n\r\n')],
  ['chunk extension', ['POST'], (path) => chunked(path, '2;a=b\r\n{}\r\n0\r\nTrailer: x\r\n\r\n')],
  ['broken chunks', ['POST'], (path) => chunked(path, 'zz\r\n{}\r\n0\r\n\r\n')],
  [
    'both lengths',
    ['POST'],
    (path) => `POST ${path} HTTP/1.1\r\n${HOST}\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
  [
    'two lengths',
    ['POST'],
    (path) => `POST ${path} HTTP/1.1\r\n${HOST}\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
  ],
  ['folded field', ['GET'], (path) => `GET ${path} HTTP/1.1\r\n${HOST}\r\nX-A: 1\r\n 2\r\n\r\n`],
  ['field without colon', ['GET'], (path) => `GET ${path} HTTP/1.1\r\n${HOST}\r\nnonsense\r\n\r\n`],
  [
    'twice the same field',
    ['GET'],
    (path) =>
      `GET ${path} HTTP/1.1\r\n${HOST}\r\nIf-None-Match: "a"\r\nIf-None-Match: "b"\r\nAccept: text/html\r\nAccept: */*\r\n\r\n`,
  ],
  [
    'two users',
    ['GET'],
    (path) => `GET ${path} HTTP/1.1\r\n${HOST}\r\nAuthorization: Bearer bob\r\nAuthorization: Bearer ann\r\n\r\n`,
  ],
  ['two keys', ['POST'], (path) => post(path, '{"name":"k"}', 'Idempotency-Key: "a"\r\nIdempotency-Key: "b"\r\n')],
  ['long field', ['GET'], (path) => `GET ${path} HTTP/1.1\r\n${HOST}\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`],
  ['bytes in the path', ['GET'], (path) => `GET ${path}/\u{ff}\u{fe} HTTP/1.1\r\n${HOST}\r\n\r\n`],
  [
    'upgrade',
    ['GET'],
    (path) => `GET ${path} HTTP/1.1\r\n${HOST}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
  ],
];

/**
 * @param {import('./random.js').Random} random @param {string} path
 * @returns {import('./meaningful.js').Sent}
 */
export function rawRequest(random, path) {
  const [kind, methods, make] = random.pick(RAW);
  const raw = Buffer.from(make(path), 'latin1');
  return { kind: `raw: ${kind}`, method: methods[0], path, headers: [], raw, methods: [...methods] };
}

// --- internal ---

function post(path, body, more = '') {
  return `POST ${path} HTTP/1.1\r\n${HOST}\r\n${more}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

function chunked(path, chunks) {
  return `POST ${path} HTTP/1.1\r\n${HOST}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}`;
}
