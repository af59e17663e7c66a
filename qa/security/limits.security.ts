import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { type Attack, describeAttacks } from './attack.ts';
import { type Fields, request } from './bytes.ts';

type Bound = readonly [what: string, limit: number, send: (count: number) => Uint8Array, status: number, code: string];

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const JSON_TYPE = { 'Content-Type': 'application/json' };
const CHUNKED = { 'Transfer-Encoding': 'chunked' };

const post = (body: string | Uint8Array, fields: Fields = JSON_TYPE) => request('POST', '/plain', { body, fields });
const postForm = (body: string) => post(body, FORM);
const get = (path: string, fields: Fields = {}) => request('GET', path, { fields });

/** A text of JSON of so many bytes. */
const textOf = (bytes: number) => `"${'a'.repeat(bytes - 2)}"`;
/** The same in characters of two bytes. */
const wideTextOf = (bytes: number) => `"${'é'.repeat((bytes - 2) >> 1)}${bytes % 2 === 0 ? '' : 'a'}"`;
const sizeOf = (body: string | Uint8Array) => body.length.toString(16);
const inOneChunk = (body: string | Uint8Array) =>
  Buffer.concat([Buffer.from(`${sizeOf(body)}\r\n`), Buffer.from(body), Buffer.from('\r\n0\r\n\r\n')]);
const inSmallChunks = (body: string) => `${body.replaceAll(/./g, '1\r\n$&\r\n')}0\r\n\r\n`;

const many = (count: number, make: (index: number) => string, between: string) =>
  Array.from({ length: count }, (_, index) => make(index)).join(between);
const keysOf = (count: number) => `{${many(count, (index) => `"k${index}":0`, ',')}}`;
const listOf = (count: number) => `[${many(count, () => '0', ',')}]`;
const lists = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const objects = (levels: number) => `${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`;
const mixed = (levels: number): string =>
  levels % 2 === 0 ? `${'[{"a":'.repeat(levels / 2)}0${'}]'.repeat(levels / 2)}` : `[${mixed(levels - 1)}]`;
/** A path below `/rest-of/` of so many characters, in segments of 100. */
const pathOf = (length: number) => `/rest-of/${'a'.repeat(99)}${`/${'b'.repeat(99)}`.repeat(21)}`.slice(0, length);
/** With escapes: three characters of a path are one of a segment. */
const wordsOf = (character: string, count: number) => encodeURIComponent(character).repeat(count);

const SIZE = [413, 'E_BODY_TOO_LARGE'] as const;
const CONTENT = [413, 'E_BODY_LIMIT'] as const;
const LENGTH = [414, 'E_PATH_TOO_LONG'] as const;

const BOUNDS: readonly Bound[] = [
  ['bytes of JSON', 102_400, (count) => post(textOf(count)), ...SIZE],
  ['bytes of JSON in characters of two bytes', 102_400, (count) => post(wideTextOf(count)), ...SIZE],
  ['bytes of a form', 102_400, (count) => postForm(`a=${'x'.repeat(count - 2)}`), ...SIZE],
  ['bytes in one chunk', 102_400, (count) => post(inOneChunk(textOf(count)), { ...JSON_TYPE, ...CHUNKED }), ...SIZE],
  [
    'bytes of a form in one chunk',
    102_400,
    (count) => post(inOneChunk(`a=${'x'.repeat(count - 2)}`), { ...FORM, ...CHUNKED }),
    ...SIZE,
  ],
  [
    'bytes with one in a chunk',
    102_400,
    (count) => post(inSmallChunks(textOf(count)), { ...JSON_TYPE, ...CHUNKED }),
    ...SIZE,
  ],
  ...Object.entries({ gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync }).map(
    ([encoding, compress]): Bound => [
      `bytes after decompression of ${encoding}`,
      102_400,
      (count) => post(compress(textOf(count)), { ...JSON_TYPE, 'Content-Encoding': encoding }),
      ...SIZE,
    ],
  ),
  [
    'bytes of a form after decompression',
    102_400,
    (count) => post(gzipSync(`a=${'x'.repeat(count - 2)}`), { ...FORM, 'Content-Encoding': 'gzip' }),
    ...SIZE,
  ],
  ['levels of lists', 64, (count) => post(lists(count)), ...CONTENT],
  ['levels of objects', 64, (count) => post(objects(count)), ...CONTENT],
  ['levels of lists and objects', 64, (count) => post(mixed(count)), ...CONTENT],
  ['levels behind a thousand items', 64, (count) => post(`[${'0,'.repeat(999)}${lists(count - 1)}]`), ...CONTENT],
  ['keys of an object', 1_000, (count) => post(keysOf(count)), ...CONTENT],
  ['keys of each object of a list', 1_000, (count) => post(`[${many(3, () => keysOf(count), ',')}]`), ...CONTENT],
  ['keys of a form', 1_000, (count) => postForm(many(count, (index) => `k${index}=0`, '&')), ...CONTENT],
  ['keys of a form in brackets', 1_000, (count) => postForm(many(count, (index) => `k[${index}]=0`, '&')), ...CONTENT],
  ['fields of a form with one name', 1_000, (count) => postForm(many(count, () => 'k=0', '&')), ...CONTENT],
  ['fields of a form without names', 1_000, (count) => postForm('&'.repeat(count - 1)), ...CONTENT],
  ['items of a list', 1_000, (count) => post(listOf(count)), ...CONTENT],
  ['items of a list in a list', 1_000, (count) => post(`[1,{"a":${listOf(count)}}]`), ...CONTENT],
  ['characters of the path', 2_048, (count) => get(pathOf(count)), ...LENGTH],
  ['characters of the path before a query', 2_048, (count) => get(`${pathOf(count)}?a=${'x'.repeat(999)}`), ...LENGTH],
  ['characters of the path in the absolute form', 2_048, (count) => get(`http://localhost${pathOf(count)}`), ...LENGTH],
  ['characters of a segment', 255, (count) => get(`/plain/${'a'.repeat(count)}`), ...LENGTH],
  ['characters of a segment, decoded', 255, (count) => get(`/plain/${wordsOf('é', count)}`), ...LENGTH],
  ['characters of the last segment', 255, (count) => get(`/rest-of/a/${'b'.repeat(count)}`), ...LENGTH],
  // An emoji is two characters (UTF-16).
  ['characters of a segment of emoji', 255, (count) => get(`/plain/a${wordsOf('💩', (count - 1) / 2)}`), ...LENGTH],
  ['header fields', 1_000, (count) => get('/plain', fieldsOf(count - 2)), 431, 'E_TOO_MANY_HEADERS'],
  ['parameters of the query', 100, (count) => get(`/plain?${many(count, (index) => `p${index}=0`, '&')}`), 400, 'E_QUERY'], // biome-ignore format: a row
  ['parameters in brackets', 100, (count) => get(`/plain?${many(count, (index) => `p[${index}]=0`, '&')}`), 400, 'E_QUERY'], // biome-ignore format: a row
  ['parameters without names', 100, (count) => get(`/plain?${'&'.repeat(count - 1)}`), 400, 'E_QUERY'],
];

describeAttacks('limits', BOUNDS.flatMap(atTheLimit));

// --- internal ---

/** Beside those of every request. */
function fieldsOf(count: number): Fields {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`h${index}`, '1']));
}

function atTheLimit([what, limit, send, status, code]: Bound): Attack[] {
  // Every emoji is two more.
  const above = what.includes('emoji') ? limit + 2 : limit + 1;
  return [
    { name: `${limit} ${what}`, send: send(limit), answer: [200, 201] },
    {
      name: `${above} ${what}`,
      send: send(above),
      answer: status,
      check: ([answer]) => expect(answer?.json()).to.include({ status, code }),
    },
  ];
}
