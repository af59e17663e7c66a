import fc from 'fast-check';
import { request } from '../bytes.ts';
import { anyBody, anyCapture, anySearch } from './arbitraries.ts';
import { encode, STRINGS } from './strings.ts';

const naughty = fc.constantFrom(...STRINGS);
const segment = fc.oneof(
  fc.constantFrom('1', '2', '3', 'first', 'post', 'comment', 'plain', 'POST', 'v1', '..', ''),
  naughty.map(encode),
  anyCapture.map((text) => encodeURI(text.replace(/[^!-~]/g, '~')).slice(0, 300)),
);
const path = fc
  .tuple(
    fc.constantFrom(
      '/post',
      '/post',
      '/user',
      '/plain',
      '/rest-of',
      '/mapped',
      '/api',
      '/any',
      '/post/1/comments',
      '',
      '//post',
    ),
    fc.array(segment, { maxLength: 2 }),
    fc.constantFrom('', '', '', '/', '?', '#x'),
  )
  .map(([first, others, end]) => `${[first, ...others].join('/') || '/'}${end}`);
const search = fc.oneof(
  fc.constantFrom(
    '',
    '',
    '',
    '?page=1',
    '?page=2&pageSize=1',
    '?sort=-title&pageSize=1',
    '?fields=title',
    '?title=first',
  ),
  anySearch.map((text) => `?${text.replace(/[^!-~]/g, '~').slice(0, 2_000)}`),
  naughty.map((text) => `?title=${encode(text)}`),
);
const field = fc.oneof(
  fc.constantFrom<[string, string]>(
    ['Accept', 'application/x-ndjson'],
    ['Accept', 'text/html'],
    ['Accept-Language', 'de, en;q=0.5'],
    ['If-None-Match', '*'],
    ['If-Match', '"x"'],
    ['If-Match', '*'],
    ['Prefer', 'return=minimal'],
    ['Prefer', 'handling=strict'],
    ['Range', 'bytes=0-1'],
    ['X-HTTP-Method-Override', 'DELETE'],
    ['Expect', '100-continue'],
    ['Origin', 'null'],
    ['Content-Encoding', 'gzip'],
    ['Cookie', 'a=1; __proto__=2'],
  ),
  fc.tuple(
    fc.constantFrom('Accept', 'If-Match', 'If-None-Match', 'Idempotency-Key', 'X-Any'),
    naughty.map((text) =>
      Buffer.from(text)
        .toString('latin1')
        .replace(/[^\t -~\x80-\xff]/g, '')
        .trim(),
    ),
  ),
);
const TYPES = ['application/json', 'application/json; charset=utf-8', 'application/merge-patch+json', 'text/plain'];
const body = fc.oneof(
  { weight: 3, arbitrary: fc.constant(undefined) },
  {
    weight: 3,
    arbitrary: fc
      .record(
        {
          title: naughty,
          body: naughty,
          text: naughty,
          name: naughty,
          views: fc.oneof(fc.integer(), naughty),
          state: fc.constantFrom('draft', 'odd'),
        },
        { requiredKeys: [] },
      )
      .map((json) => ['application/json', Buffer.from(JSON.stringify(json))] as const),
  },
  { weight: 2, arbitrary: fc.tuple(fc.constantFrom(...TYPES, 'application/x-www-form-urlencoded'), anyBody) },
);

/** A request to the application under attack: its bytes, of which Node's parser takes all. */
export const anyRequest: fc.Arbitrary<Buffer> = fc
  .tuple(
    fc.constantFrom(
      'GET',
      'GET',
      'GET',
      'POST',
      'POST',
      'PUT',
      'PATCH',
      'DELETE',
      'OPTIONS',
      'QUERY',
      'PURGE',
      'TRACE',
    ),
    path,
    search,
    fc.array(field, { maxLength: 2 }),
    body,
  )
  .map(([method, address, query, fields, given]) =>
    request(method, address + query, {
      fields: { ...Object.fromEntries(fields), ...(given && { 'Content-Type': given[0] }) },
      ...(given && { body: given[1] }),
    }),
  );

/** Nearly a request: a piece of one is left out, doubled, or has other bytes in it. */
export const anyBytes: fc.Arbitrary<Buffer> = fc
  .tuple(
    anyRequest,
    fc.nat(),
    fc.nat({ max: 12 }),
    fc.constantFrom('cut', 'double', 'put'),
    fc.uint8Array({ maxLength: 4 }),
  )
  .map(([bytes, place, length, kind, others]) => {
    const at = place % (bytes.length - 4);
    const piece = bytes.subarray(at, at + length);
    const middle = { cut: [], double: [piece, piece], put: [others] }[kind];
    // Whatever it is, it ends, and its connection with it.
    const end = Buffer.from('\r\n\r\nGET /end HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    return Buffer.concat([bytes.subarray(0, at), ...middle, bytes.subarray(at + length), end]);
  });
