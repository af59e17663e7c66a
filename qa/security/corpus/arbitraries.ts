import type { RuleConfig } from '@rest-gen/router';
import fc from 'fast-check';
import { TYPES } from './judge/query.ts';

const byte = fc.integer({ min: 1, max: 255 }).map((code) => String.fromCharCode(code));
const escaped = fc.integer({ min: 0, max: 255 }).map((code) => `%${code.toString(16).padStart(2, '0')}`);
const join = (parts: readonly fc.Arbitrary<string>[], maxLength: number) =>
  fc.array(fc.oneof(...parts), { maxLength }).map((texts) => texts.join(''));

/** What stands in a path, as it comes: bytes as characters, escapes right and wrong, and what they could be taken for. */
export const anyCapture: fc.Arbitrary<string> = join(
  [
    fc.constantFrom(
      '.',
      '..',
      '/',
      '%2e',
      '%2F',
      '%2f',
      '%',
      '%zz',
      '%C3%A9',
      '%F0%9F%98%80',
      '%ED%A0%80',
      '%c0%ae',
      '%00',
    ),
    fc.constantFrom('a', '\\', '+', 'a'.repeat(255), '%41'.repeat(255), '$&', '%25'),
    escaped,
    byte,
  ],
  8,
);

const name = fc.constantFrom(...TYPES, 'page', 'pageSize', 'after', 'sort', 'fields', '__proto__', 'then', '');
const operator = fc.constantFrom(
  '',
  '',
  '[eq]',
  '[ne]',
  '[gte]',
  '[in]',
  '[nin]',
  '[null]',
  '[',
  '[x]',
  '%5Bin%5D',
  '[]',
);
const scalar = fc.oneof(
  fc.constantFrom('1', '-0', '0x1', '1e3', '1.50', 'true', 'null', '2026-01-31', '2026-02-30', '2026-01-31T12:00:00Z'),
  fc.constantFrom('9223372036854775808', '-double,integer', 'string,-date', 'AAE', '%ED%A0%80', '+', '%2B', '%', '%00'),
  fc.integer().map(String),
  fc.double().map(String),
  join([byte, escaped], 6),
);
const cursor = fc
  .tuple(
    fc.constantFrom('integer', '-double,integer', 'string,integer', 'date,binary,integer'),
    fc.array(fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.constantFrom(1, '2026-01-31', 'AAE')), { maxLength: 3 }),
  )
  .map(([sort, values]) => {
    return `sort=${sort}&after=${Buffer.from(JSON.stringify([sort, values])).toString('base64url')}`;
  });
const pair = fc
  .tuple(name, operator, fc.array(scalar, { minLength: 1, maxLength: 3 }))
  .map(([key, how, values]) => `${key}${how}=${values.join(',')}`);

/** What stands behind a question mark. */
export const anySearch: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.array(pair, { minLength: 1, maxLength: 4 }).map((pairs) => pairs.join('&')) },
  { weight: 2, arbitrary: cursor },
  { weight: 1, arbitrary: join([byte, escaped, fc.constantFrom('&', '=', '#', ';', '&&')], 12) },
  { weight: 1, arbitrary: fc.integer({ min: 90, max: 110 }).map((count) => 'string=1&'.repeat(count)) },
);

const mistaken = fc
  .tuple(
    fc.json({ stringUnit: 'binary', maxDepth: 8 }),
    fc.nat(),
    fc.constantFrom('', ',', '"', '\\', '\0', '{"__proto__":1}', ']'),
  )
  .map(([json, place, extra]) => {
    const at = place % (json.length + 1);
    return json.slice(0, at) + extra + json.slice(at + (extra === '' ? 1 : 0));
  });

/** Bodies: JSON, JSON with a mistake, other encodings of it, and bytes. */
export const anyBody: fc.Arbitrary<Uint8Array> = fc.oneof(
  fc.json({ maxDepth: 8 }).map((text) => Buffer.from(text)),
  mistaken.map((text) => Buffer.from(text)),
  mistaken.map((text) => Buffer.from(`\ufeff${text}`)),
  fc.json().map((text) => Buffer.from(text, 'utf16le')),
  fc.array(pair, { maxLength: 10 }).map((pairs) => Buffer.from(pairs.join('&'), 'latin1')),
  fc.uint8Array({ maxLength: 40 }),
  fc.uint8Array({ maxLength: 12 }).map((bytes) => Buffer.concat([Buffer.from('"'), bytes, Buffer.from('"')])),
  fc.integer({ min: 2_030, max: 2_060 }).map((length) => Buffer.from(`"${'x'.repeat(length)}"`)),
  fc.integer({ min: 4, max: 9 }).map((depth) => Buffer.from('['.repeat(depth) + ']'.repeat(depth))),
);

const source = join(
  [
    fc.constantFrom(
      '\\/',
      '/',
      '(',
      ')',
      '(?:',
      '(?<n>',
      '(?=',
      '(?<!',
      '|',
      '[',
      ']',
      '[^/]',
      '\\d',
      '\\w',
      '.',
      '\\b',
      '\\c',
    ),
    fc.constantFrom(
      '+',
      '*',
      '?',
      '{2}',
      '{0,3}',
      '+?',
      '^',
      '$',
      '-',
      'a',
      'post',
      '\\1',
      '\\k<n>',
      '\\u0041',
      '%C3',
      '\\0',
    ),
    byte,
  ],
  10,
);
const expression = fc.tuple(source, fc.constantFrom('', 'i', 'u', 'iu', 's', 'm', 'v', 'g')).map(([text, flags]) => {
  try {
    return new RegExp(text, flags);
  } catch {
    return /\/(\w+)/;
  }
});
const pattern = join(
  [
    fc.constantFrom(
      '/',
      '/post',
      ':id',
      ':id?',
      ':a(\\d+)',
      ':rest*',
      ':rest+',
      ':',
      '(',
      '.',
      '-',
      'é',
      '//',
      '*',
      '%',
    ),
    byte,
  ],
  6,
).map((text) => `/${text}`);
const target = join(
  [fc.constantFrom(':1', ':2', ':id', ':a', ':n', '/', 'post', '?', '=', '&', 'id=', 'x', '..', '__proto__'), byte],
  7,
);

/** Rules as nobody should write them; most are refused. */
export const oddRules: fc.Arbitrary<readonly RuleConfig[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.tuple(fc.oneof(expression, pattern), target, fc.constant('rest')) },
    { weight: 2, arbitrary: fc.tuple(pattern, fc.constant('rest')) },
    {
      weight: 1,
      arbitrary: fc.record({ match: fc.oneof(expression, pattern), rules: fc.constant([['/post/:id?', 'rest']]) }),
    },
    { weight: 1, arbitrary: fc.anything({ maxDepth: 2 }) },
  ) as fc.Arbitrary<RuleConfig>,
  { minLength: 1, maxLength: 2 },
);

/** A path for them. */
export const anyPath: fc.Arbitrary<string> = fc
  .array(fc.oneof(fc.constantFrom('post', 'POST', '1', 'a-b', 'x.y', 'é'), anyCapture), { maxLength: 4 })
  .map((parts) => `/${parts.join('/')}`);
