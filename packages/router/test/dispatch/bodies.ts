import { readFileSync } from 'node:fs';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';

/** Bodies of JSON, of what looks like it, and of bytes that are neither. */
export const BODIES: readonly Buffer[] = [
  ...['', ' ', '\n\t\r ', '\0', '\u00a0{}', '\u2028{}', '{}', '[]', ' [ ] ', '{}\n', '[]x', '{}{}', '\v{}'],
  ...['null', 'true', 'false', 'nul', 'True', 'NaN', 'Infinity', 'undefined', '-Infinity', '//a\n1', '/**/1'],
  ...['0', '-0', '-', '-0.0', '[-0,0]', '1e400', '-1e400', '1E-400', '01', '+1', '.5', '5.', '0x10', '1e', '1_000'],
  ...['9007199254740993', '123456789012345678901234567890', '0.1', '1e21', '1.7976931348623159e308', '5e-324'],
  ...['"a"', '"é"', '"\\u00e9"', '"💩"', '"\\ud83d\\udca9"', '"\\ud83d"', '"\\udca9\\ud83d"', '"\\u00zz"', '"\\x41"'],
  ...['"\\', '"', "'a'", '"\u2028"', '"\\u0000"', '"\n"', '"\\/\\b\\f\\n\\r\\t\\""', '"\u007f"', '"\ufeff"'],
  ...['{"a":1,"a":2}', '{"a":1,"b":2,"a":3}', '{"2":1,"1":2,"b":0,"a":0}', '{"":1}', '{"a":1,}', '{,}', '{"a"}'],
  ...['{a:1}', '{"a":{"__proto__":{"x":1}}}', '{"__proto__":null}', '{"\\u005f_proto__":1}', '["__proto__"]'],
  ...[
    '{"constructor":{"prototype":{"x":1}}}',
    '{"toString":1}',
    '{"a":"__proto__","__prot":1}',
    '[1,]',
    '[,1]',
    '[1 2]',
  ],
  ...[nested(63), nested(64), nested(65), nested(200), nested(5000), '['.repeat(64), `{"a":${nested(64)}}`],
  ...['{"a":'.repeat(63) + '1'.padEnd(64, '}'), '{"a":'.repeat(70) + '1'.padEnd(71, '}')],
  ...[list(1000), list(1001), object(1000), object(1001), `[${object(1001)},${nested(70)}]`],
  ...[`{"a":${nested(70)},"b":${list(1001)}}`, `[{"__proto__":${nested(80)}},${list(1001)}]`],
  ...[`{"a": ${'x'.repeat(200)}}`, `{"text":"${'é'.repeat(500)}",}`, `{"${'k'.repeat(70)}":"${'v'.repeat(70)}"`],
  ...['\ufeff', '\ufeff{}', '\ufeff\ufeff{}', '{}\ufeff', '\ufeff "é"', '\ufefftru'],
  ...[
    `"${'a'.repeat(102_398)}"`,
    `"${'a'.repeat(102_399)}"`,
    `["${'日本'.repeat(10_000)}",1]`,
    `"${'a'.repeat(70_000)}`,
  ],
]
  .map((text) => Buffer.from(text))
  .concat(
    [
      ...[
        '22ff22',
        '22c322',
        'c3',
        '22e28222',
        '22c0af22',
        '22eda0bdedb2a922',
        '22f88880808022',
        '22f4908080',
        '2261e2',
      ],
      ...['226122e282', '2261f09f92', 'ff', 'fffe7b007d00', 'feff007b007d', '7b007d00', '007b007d', 'fffe00007b000000'],
      ...[
        'efbb',
        'efbbbf',
        'efbb7b7d',
        'efbbbfefbb',
        '80',
        '228022',
        'ed9fbf',
        '22f09f92a922',
        '22f0808080',
        'e0808022',
      ],
    ].map((hex) => Buffer.from(hex, 'hex')),
  );

const JSON_TYPE = 'Content-Type: application/json';

/** Content-Type fields; `true` if the body must be read without body-parser. */
export const TYPES: readonly (readonly [isShort: boolean, field: string])[] = [
  ...['', '; charset=utf-8', ';charset=UTF-8', '; charset="utf-8"', ';\tCharSet="UTF-8" ', ' '].map(
    (rest) => [true, JSON_TYPE + rest] as const,
  ),
  ...['APPLICATION/JSON', 'application/vnd.api+json', 'application/problem+json; charset=utf-8'].map(
    (type) => [true, `Content-Type: ${type}`] as const,
  ),
  ...["; charset='utf-8'", '; charset=utf8', '; charset=utf-16', '; charset=utf-16le', '; charset=utf-32'].map(
    (rest) => [false, JSON_TYPE + rest] as const,
  ),
  ...['; charset=utf-7', '; charset=iso-8859-1', '; charset=', '; charset', ';', '; ;', '; charset=utf-8;'].map(
    (rest) => [false, JSON_TYPE + rest] as const,
  ),
  ...['; charset=utf-8; charset=latin1', '; charset=latin1; charset=utf-8', '; charset = utf-8', '; charset=utf-'].map(
    (rest) => [false, JSON_TYPE + rest] as const,
  ),
  ...['; profile=x', '; profile="a;charset=latin1"', '; charset="utf-8', '; charset=utf-8 x', ', text/plain'].map(
    (rest) => [false, JSON_TYPE + rest] as const,
  ),
  ...['application/merge-patch+json', 'application/json-patch+json', 'application/x-www-form-urlencoded'].map(
    (type) => [false, `Content-Type: ${type}`] as const,
  ),
  ...['text/plain', 'multipart/form-data; boundary=x', '', 'application/json5', 'application/+json'].map(
    (type) => [false, `Content-Type: ${type}`] as const,
  ),
  [false, 'X-No: type'],
];

const chunked = (body: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n0\r\n\r\n')]);
const length = (text: string) => `Content-Length: ${text}`;

/** Transfers of a body: header fields and the bytes sent. */
export const TRANSFERS: readonly (readonly [isShort: boolean, fields: string[], encode: (body: Buffer) => Buffer])[] = [
  [true, ['Content-Encoding: identity'], (body) => body],
  [true, ['Content-Encoding: Identity'], (body) => body],
  [true, ['Expect: 100-continue'], (body) => body],
  [false, ['Content-Encoding: gzip'], (body) => gzipSync(body)],
  [false, ['Content-Encoding: GZIP'], (body) => gzipSync(body)],
  [false, ['Content-Encoding: deflate'], (body) => deflateSync(body)],
  [false, ['Content-Encoding: br'], (body) => brotliCompressSync(body)],
  [false, ['Content-Encoding: gzip'], (body) => body],
  [false, ['Content-Encoding: gzip'], (body) => gzipSync(body).subarray(0, -4)],
  [false, ['Content-Encoding: gzip, identity'], (body) => body],
  [false, ['Content-Encoding: rot13'], (body) => body],
  [false, ['Content-Encoding: identity, identity'], (body) => body],
  [false, ['Transfer-Encoding: chunked'], chunked],
  [false, ['Transfer-Encoding: Chunked'], chunked],
  [false, ['Transfer-Encoding: chunked', 'Content-Encoding: gzip'], (body) => chunked(gzipSync(body))],
  [false, ['Transfer-Encoding: chunked', length('2')], chunked],
  [false, [length('0002')], (body) => body.subarray(0, 2)],
  [false, [length('+2')], (body) => body],
  [false, [length('2, 2')], (body) => body],
  [false, [length('-1')], (body) => body],
  [false, [length('1e2')], (body) => body],
  [false, [length('0x2')], (body) => body],
  [false, [length('2.0')], (body) => body],
  [false, [length('')], (body) => body],
  [false, [length('0')], () => Buffer.alloc(0)],
];

/** JSONTestSuite of Nicolas Seriot: names that begin with `y_` are JSON, those with `n_` are not. */
export function jsonTestSuite(): readonly (readonly [name: string, bytes: Buffer])[] {
  const file = new URL('../fixtures/json-test-suite.json', import.meta.url);
  const { cases } = JSON.parse(readFileSync(file, 'utf8')) as { cases: [string, string, number?, string?][] };
  const bytes = (base64 = ''): Buffer => Buffer.from(base64, 'base64');
  return cases.map(([name, text, times = 1, end]) => [
    name,
    Buffer.concat([...Array.from({ length: times }, () => bytes(text)), bytes(end)]),
  ]);
}

// --- internal ---

function nested(levels: number): string {
  return '['.repeat(levels) + ']'.repeat(levels);
}

function list(items: number): string {
  return `[${Array.from({ length: items }, (_, i) => i)}]`;
}

function object(keys: number): string {
  return `{${Array.from({ length: keys }, (_, i) => `"k${i}":${i}`)}}`;
}
