import { gzipSync } from 'node:zlib';
import { userOf } from './meaningful.js';
import { fillPath } from './paths.js';
import { validValue, wrongValue } from './values.js';

/** @typedef {import('./meaningful.js').Sent} Sent */

/**
 * A request that no client should send.
 *
 * @param {import('./random.js').Random} random @param {import('./document.js').Document} document @param {readonly (string | undefined)[]} users
 * @returns {Sent}
 */
export function hostile(random, document, users) {
  const operation = random.pick(document.operations);
  const context = { random, document, operation, path: fillPath(random, operation), headers: userOf(random, users) };
  const [kind, make] = random.weighted(KINDS);
  return { kind, headers: context.headers, ...make(context) };
}

// --- internal ---

const JSON_TYPE = ['Content-Type', 'application/json'];
const NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'titel',
  'id',
  'created_at',
  'deleted_at',
  'secret_note',
  'a.b',
  '',
];
const LISTS = ['sort', 'fields', 'include', 'page', 'pageSize', 'after', 'q', 'deleted', 'or', 'id', 'title', 'name'];
const ODD_QUERIES = [
  ...[
    '?',
    '?&&&',
    '?=',
    '?=1',
    '?a',
    '?%',
    '?%ff=1',
    '?sort',
    '?sort=',
    '?sort=,',
    '?sort=--id',
    '?sort=id,id',
    '?sort[]=id',
    '?sort[0]=-id&sort[1]=id',
  ],
  ...[
    '?pageSize=1&pageSize=2',
    '?page=1&after=WyItaWQiLFsyXV0',
    '?after=x',
    '?after=e30',
    '?after=bnVsbA',
    '?after=WyJpZCIsWzJdXQ',
    '?id[in]=',
    '?id[in][]=1&id[in][]=2',
  ],
  ...[
    '?id[in]=1,x',
    '?id[gt][lt]=1',
    '?id[=1',
    '?id]=1',
    '?id[]=1',
    '?id[foo]=1',
    '?id[gt]=',
    '?id[null]=',
    '?id=1&id=2',
    '?__proto__[a]=1',
    '?constructor=1',
  ],
  ...[
    '?id[__proto__]=1',
    '?include=',
    '?include=a.b.c.d.e',
    '?include=author,author',
    '?fields=',
    '?fields=id,id',
    '?fields=__proto__',
    '?%69d=1',
    '?id%5Bgt%5D=1',
    '?a=%00',
  ],
  `?${Array.from({ length: 120 }, (_, index) => `p${index}=1`).join('&')}`,
  `?id[in]=${Array.from({ length: 400 }, (_, index) => index).join()}`,
  `?${Array.from({ length: 30 }, (_, index) => `id[ne]=${index}`).join('&')}`,
  `?q=${'w '.repeat(30)}`,
  `?title=${'x'.repeat(3_000)}`,
];
const ODD_PATHS = [
  ...[
    '//',
    '/.',
    '/..',
    '/../etc/passwd',
    '/post/',
    '/post//1',
    '/post/1/',
    '/post/1//',
    '/POST/1',
    '/post/%31',
    '/%70ost',
    '/post/1%2F2',
    '/post/%2e%2e',
    '/post/%',
    '/post/%zz',
  ],
  ...[
    '/post/%00',
    '/post/%0a',
    '/post/1;a=b',
    '/post/1#x',
    '/book/1/reviews/',
    '/book/x/reviews',
    '/admin',
    '/admin/user/1/2',
    '/admin/book',
    '/api/constructor',
    '/api/__proto__/1',
  ],
  ...[
    '/api/tag/1',
    '/wrapped/book',
    '/wrapped/book/',
    '/wrapped/tag/1',
    '/wrapped/none',
    '/issue/1/archive',
    '/issue/1/restore',
    '/nothing',
    '/user/1/profile/',
    '/*',
    '/live',
    '/ready',
  ],
  ...[
    '/post/\u{e9}',
    '/v1/book/1',
    '/v2/book?sort=title',
    '/v2/book?sort=status',
    '/v2/book/1',
    '/files/',
    '/files/../package.json',
    '/report/text',
    '/report/stream',
    `/post/${'9'.repeat(300)}`,
  ],
  `/${'a/'.repeat(300)}`,
  `/post/${'x'.repeat(2_100)}`,
];
const BODIES = [
  '',
  '{',
  '[',
  '"',
  'null',
  '[]',
  '{}',
  '""',
  '0',
  '{"a":1',
  '{"a":1}x',
  '\u{feff}{}',
  '{"a":1,"a":2}',
  'undefined',
  '{"title":"\\ud800"}',
  '[[]]',
  '[{}]',
  '{"a":NaN}',
  '{"a":01}',
];
const TYPES = [
  'text/plain',
  'application/xml',
  'application/json; charset=latin1',
  'application/json;charset=utf-16',
  'json',
  '',
  'application/vnd.api+json',
  'multipart/form-data',
  'application/x-www-form-urlencoded',
  'APPLICATION/JSON',
  'application/json, text/plain',
  'application/merge-patch+json',
];
const METHODS = ['OPTIONS', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'POST', 'QUERY', 'PROPFIND', 'TRACE', 'LINK', 'GET'];

/** @type {readonly [number, [string, (context: any) => Partial<Sent>]][]} */
const KINDS = [
  [6, ['wrong method', ({ random, path }) => ({ method: random.pick(METHODS), path })]],
  [
    10,
    [
      'wrong value',
      (context) => ({
        ...writeTo(context),
        body: JSON.stringify(spoil(context, (body, name) => (body[name] = wrongValue(context.random)))),
      }),
    ],
  ],
  [
    6,
    [
      'unknown field',
      (context) => ({
        ...writeTo(context),
        body: JSON.stringify(
          spoil(context, (body) => define(body, context.random.pick(NAMES), wrongValue(context.random))),
        ),
      }),
    ],
  ],
  [
    4,
    [
      'left out field',
      (context) => ({ ...writeTo(context), body: JSON.stringify(spoil(context, (body, name) => delete body[name])) }),
    ],
  ],
  [5, ['odd body', (context) => ({ ...writeTo(context), body: context.random.pick(BODIES) })]],
  [
    4,
    [
      'odd media type',
      (context) => ({
        ...writeTo(context, ['Content-Type', context.random.pick(TYPES)]),
        body: JSON.stringify(spoil(context, () => {})),
      }),
    ],
  ],
  [
    10,
    [
      'odd query',
      ({ random, path }) => ({
        method: random.chance(0.85) ? 'GET' : random.pick(METHODS),
        path: path + random.pick(ODD_QUERIES),
      }),
    ],
  ],
  [
    6,
    [
      'odd parameter',
      ({ random, path }) => ({
        method: 'GET',
        path: `${path}?${random.pick(LISTS)}${random.pick(['', '', '[]', '[gt]', '[0]'])}=${encodeURIComponent(String(wrongValue(random)))}`,
      }),
    ],
  ],
  [
    8,
    [
      'odd path',
      ({ random }) => ({
        method: random.weighted([
          [8, 'GET'],
          [1, 'POST'],
          [1, 'OPTIONS'],
          [1, 'HEAD'],
          [1, 'DELETE'],
        ]),
        path: random.pick(ODD_PATHS),
      }),
    ],
  ],
  [
    4,
    [
      'odd authorization',
      ({ random, path }) => ({
        method: 'GET',
        path,
        headers: [
          [
            'Authorization',
            random.pick(['Bearer', 'Bearer ', 'Basic YTpi', 'Bearer x.y.z', 'bearer ann', 'Bearer ann ', 'ann']),
          ],
        ],
      }),
    ],
  ],
  [4, ['odd conditions', oddConditions]],
  [
    3,
    [
      'odd key',
      (context) => ({
        ...writeTo(context, JSON_TYPE, 'POST'),
        headers: [
          ...context.headers,
          JSON_TYPE,
          [
            'Idempotency-Key',
            context.random.pick(['', '""', '"a', 'a b', 'a,b', 'ü', 'x'.repeat(300), '"a\\"b"', 'plain-1', '"x", "y"']),
          ],
        ],
        body: JSON.stringify(spoil(context, () => {})),
      }),
    ],
  ],
  [
    2,
    [
      'large body',
      (context) => ({
        ...writeTo(context, ['Content-Type', 'application/json']),
        body: JSON.stringify({ title: 'x'.repeat(context.random.pick([15_000, 25_000, 90_000])) }),
      }),
    ],
  ],
  [
    2,
    [
      'packed body',
      (context) => ({
        ...writeTo(context),
        headers: [
          ...context.headers,
          JSON_TYPE,
          ['Content-Encoding', context.random.pick(['gzip', 'br', 'identity', 'x'])],
        ],
        body: gzipSync(JSON.stringify({ title: 'x'.repeat(context.random.pick([10, 200_000])) })),
      }),
    ],
  ],
  [
    2,
    [
      'deep body',
      (context) => ({
        ...writeTo(context),
        body: `${'{"a":'.repeat(context.random.pick([10, 70, 500]))}1${'}'.repeat(context.random.pick([10, 70]))}`,
      }),
    ],
  ],
  [
    2,
    [
      'long list',
      (context) => ({
        ...writeTo(context),
        body: JSON.stringify(
          Array.from({ length: context.random.pick([2, 50, 1_200]) }, (_, index) => ({ title: `t${index}` })),
        ),
      }),
    ],
  ],
  [
    2,
    [
      'many keys',
      (context) => ({
        ...writeTo(context),
        body: JSON.stringify(
          Object.fromEntries(Array.from({ length: context.random.pick([70, 1_100]) }, (_, index) => [`k${index}`, 1])),
        ),
      }),
    ],
  ],
  [
    2,
    [
      'many fields',
      ({ random, path, headers }) => ({
        method: 'GET',
        path,
        headers: [
          ...headers,
          ...Array.from({ length: random.pick([50, 70, 990, 1_020]) }, (_, index) => [`x${index}`, '1']),
        ],
      }),
    ],
  ],
  [
    3,
    [
      'several bodies',
      (context) => ({
        ...writeTo(context, JSON_TYPE, 'POST'),
        body: JSON.stringify(Array.from({ length: 1 + context.random.below(3) }, () => spoil(context, () => {}))),
      }),
    ],
  ],
];

function writeTo({ random, path, headers }, type = JSON_TYPE, only = undefined) {
  return {
    method: only ?? random.pick(['POST', 'POST', 'PUT', 'PATCH', 'PATCH', 'QUERY']),
    path,
    headers: [...headers, type],
  };
}

/** A body that is right but for one thing. */
function spoil({ random, document, operation }, change) {
  const withBody = document.operations.filter(
    ({ path, body }) => body && (path === operation.path || path.startsWith(operation.path)),
  );
  const { body } =
    withBody.length > 0 ? random.pick(withBody) : random.pick(document.operations.filter((one) => one.body));
  const value = validValue(random, body, document);
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  const names = Object.keys(value);
  if (names.length > 0) change(value, random.pick(names));
  return value;
}

/** An assignment would set the prototype. */
function define(body, name, value) {
  Object.defineProperty(body, name, { value, enumerable: true, configurable: true });
}

function oddConditions({ random, path, headers }) {
  const values = ['', '*', '"', 'x', '"a""b"', 'W/"a"', '"a", *', '{{etag}}', `${'"a", '.repeat(60)}"b"`];
  const names = [
    'If-Match',
    'If-None-Match',
    'If-Modified-Since',
    'If-Unmodified-Since',
    'If-Range',
    'Range',
    'Prefer',
    'Accept',
    'Accept-Language',
    'Accept-Encoding',
    'Expect',
    'Origin',
    'X-HTTP-Method-Override',
  ];
  const added = random.some(names, 3).map((name) => [name, name === 'Expect' ? '100-continue' : random.pick(values)]);
  const method = random.pick(['GET', 'GET', 'HEAD', 'DELETE', 'PATCH', 'PUT']);
  const isWrite = method === 'PATCH' || method === 'PUT';
  return {
    method,
    path,
    headers: [...headers, ...added, ...(isWrite ? [JSON_TYPE] : [])],
    ...(isWrite && { body: '{"title":"odd"}' }),
  };
}
