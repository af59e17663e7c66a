import { gzipSync } from 'node:zlib';

/** One thing that a hostile client does on a connection of its own. */
export interface HostileAct {
  readonly name: string;
  /** What it sends. */
  readonly bytes: string | Uint8Array;
  /** What is right as the first answer; `none` where the client does not stay for one, or need not get one. */
  readonly answer: readonly (number | 'none')[];
  /** How the client leaves at once, without an answer. */
  readonly leaves?: 'end' | 'destroy' | 'reset';
}

export const HOSTILE_ACTS: readonly HostileAct[] = [
  { name: 'no HTTP at all', bytes: Buffer.from(Array.from({ length: 256 }, (_, index) => index)), answer: [400] },
  { name: 'a start line without a version', bytes: 'GET /post/1\r\n\r\n', answer: [400, 200, 404] },
  { name: 'an unknown method', bytes: 'STEAL /post/1 HTTP/1.1\r\nHost: a\r\n\r\n', answer: [400] },
  { name: 'no Host', bytes: 'GET /post/1 HTTP/1.1\r\n\r\n', answer: [400] },
  { name: 'a bare line feed in a field', bytes: head('GET', '/post/1', 'A: b\nc: d\r\n'), answer: [400, 200] },
  { name: 'a field of 20,000 bytes', bytes: head('GET', '/post/1', `A: ${'a'.repeat(20_000)}\r\n`), answer: [431] },
  { name: '1,500 fields', bytes: head('GET', '/post/1', 'a: b\r\n'.repeat(1_500)), answer: [431] },
  { name: 'a path of 3,000 characters', bytes: head('GET', `/post/${'a'.repeat(3_000)}`), answer: [414] },
  { name: 'a path of broken escapes', bytes: head('GET', '/post/%zz%ff%00'), answer: [400, 404] },
  { name: 'a path that climbs', bytes: head('GET', '/post/..%2f..%2f..%2fetc%2fpasswd'), answer: [404, 400] },
  { name: '150 parameters', bytes: head('GET', `/post?${'a=1&'.repeat(150)}`), answer: [400] },
  { name: 'operators in a filter', bytes: head('GET', '/post?title[$ne]=1&__proto__[a]=1'), answer: [400] },
  { name: 'SQL in a sort', bytes: head('GET', "/post?sort=id;drop%20table%20post--'"), answer: [400] },
  {
    name: 'a length and chunks',
    bytes: post('0\r\n\r\n', 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n'),
    answer: [400],
  },
  { name: 'two lengths', bytes: post('{}', 'Content-Length: 2\r\nContent-Length: 3\r\n'), answer: [400] },
  { name: 'a negative length', bytes: post('{}', 'Content-Length: -1\r\n'), answer: [400] },
  { name: 'a chunk of no size', bytes: post('zz\r\n{}\r\n0\r\n\r\n', 'Transfer-Encoding: chunked\r\n'), answer: [400] },
  { name: 'a body of 10 GB, announced', bytes: post('{', 'Content-Length: 10000000000\r\n'), answer: [413] },
  { name: 'a body of 200,000 bytes', bytes: json(`{"title":"${'a'.repeat(200_000)}"}`), answer: [413, 'none'] },
  {
    name: '200,000 bytes in chunks',
    bytes: post(chunked('a'.repeat(200_000)), 'Transfer-Encoding: chunked\r\n'),
    answer: [413, 'none'],
  },
  { name: 'a bomb of gzip', bytes: packed(gzipSync(Buffer.alloc(10_000_000))), answer: [413, 'none'] },
  { name: 'gzip that is none', bytes: packed(Buffer.from('not packed')), answer: [400] },
  { name: 'JSON of 40,000 levels', bytes: json('['.repeat(40_000) + ']'.repeat(40_000)), answer: [413, 400] },
  { name: 'JSON that does not end', bytes: json('{"title":"a"'), answer: [400] },
  { name: 'a prototype in JSON', bytes: json('{"title":"a","__proto__":{"isAdmin":true}}'), answer: [400, 422] },
  {
    name: '2,000 keys',
    bytes: json(JSON.stringify(Object.fromEntries(Array.from({ length: 2_000 }, (_, key) => [`k${key}`, key])))),
    answer: [413],
  },
  { name: 'no JSON', bytes: post('<post/>', 'Content-Type: text/xml\r\nContent-Length: 7\r\n'), answer: [415] },
  {
    name: 'a request for a tunnel',
    bytes: 'CONNECT localhost:22 HTTP/1.1\r\nHost: a\r\n\r\n',
    answer: ['none', 400, 404, 405],
  },
  {
    name: 'an upgrade to nothing',
    bytes: head('GET', '/post/1', 'Connection: Upgrade\r\nUpgrade: nothing\r\n'),
    answer: [200, 404],
  },
  { name: 'an expectation that nobody meets', bytes: head('GET', '/post/1', 'Expect: everything\r\n'), answer: [417] },
  {
    name: 'a hundred requests at once, and away',
    bytes: head('GET', '/post/1').repeat(100),
    answer: ['none'],
    leaves: 'reset',
  },
  { name: 'half a start line, and away', bytes: 'GET /po', answer: ['none'], leaves: 'destroy' },
  { name: 'half a head, and away', bytes: 'GET /post/1 HTTP/1.1\r\nHo', answer: [400, 'none'], leaves: 'end' },
  {
    name: 'half a body, and away',
    bytes: post('{"title":', 'Content-Length: 100\r\n'),
    answer: ['none'],
    leaves: 'destroy',
  },
  {
    name: 'half a body, and a reset',
    bytes: post('{"title":', 'Content-Length: 100\r\n'),
    answer: ['none'],
    leaves: 'reset',
  },
  {
    name: 'a request, and a reset',
    bytes: head('GET', '/post?page=1&pageSize=100'),
    answer: ['none'],
    leaves: 'reset',
  },
  { name: 'a large answer, and a reset', bytes: head('GET', '/large'), answer: ['none'], leaves: 'reset' },
  { name: 'nothing, and a reset', bytes: '', answer: ['none'], leaves: 'reset' },
];

// --- internal ---

function head(method: string, path: string, fields = ''): string {
  return `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${fields}\r\n`;
}

function post(body: string, fields: string): string {
  return `POST /post HTTP/1.1\r\nHost: localhost\r\n${fields.includes('Content-Type') ? '' : 'Content-Type: application/json\r\n'}${fields}\r\n${body}`;
}

function json(body: string): string {
  return post(body, `Content-Length: ${body.length}\r\n`);
}

function chunked(body: string): string {
  return `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
}

function packed(body: Uint8Array): Buffer {
  const start = post('', `Content-Encoding: gzip\r\nContent-Length: ${body.length}\r\n`);
  return Buffer.concat([Buffer.from(start), body]);
}
