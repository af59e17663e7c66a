import { gzipSync } from 'node:zlib';
import { userOf } from './meaningful.js';
import {
  AUTHORIZATIONS,
  BODIES,
  CONDITIONS,
  FIELDS,
  KEYS,
  LISTS,
  METHODS,
  NAMES,
  PATHS,
  QUERIES,
  TYPES,
} from './odd.js';
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
const repeat = (length, make) => Array.from({ length }, (_, index) => make(index));

/** @type {readonly [weight: number, [kind: string, make: (context: any) => Partial<Sent>]][]} */
const KINDS = [
  [6, ['wrong method', ({ random, path }) => ({ method: random.pick(METHODS), path })]],
  [10, ['wrong value', (one) => changed(one, (body, name) => define(body, name, wrongValue(one.random)))]],
  [6, ['unknown field', (one) => changed(one, (body) => define(body, one.random.pick(NAMES), wrongValue(one.random)))]],
  [4, ['left out field', (one) => changed(one, (body, name) => delete body[name])]],
  [5, ['odd body', (one) => ({ ...write(one), body: one.random.pick(BODIES) })]],
  [4, ['odd media type', (one) => ({ ...changed(one), ...write(one, ['Content-Type', one.random.pick(TYPES)]) })]],
  [10, ['odd query', oddQuery]],
  [6, ['odd parameter', oddParameter]],
  [
    8,
    [
      'odd path',
      ({ random }) => ({ method: random.pick(['GET', 'GET', 'GET', ...METHODS]), path: random.pick(PATHS) }),
    ],
  ],
  [
    4,
    [
      'odd user',
      ({ random, path }) => ({ method: 'GET', path, headers: [['Authorization', random.pick(AUTHORIZATIONS)]] }),
    ],
  ],
  [4, ['odd conditions', oddConditions]],
  [3, ['odd key', (one) => withHeader(changed(one), ['Idempotency-Key', one.random.pick(KEYS)])]],
  [2, ['large body', (one) => json(one, { title: 'x'.repeat(one.random.pick([15_000, 25_000, 90_000])) })]],
  [2, ['packed body', packed]],
  [
    2,
    ['deep body', (one) => ({ ...write(one), body: deep(one.random.pick([10, 70, 500]), one.random.pick([10, 70])) })],
  ],
  [
    2,
    [
      'long list',
      (one) =>
        json(
          one,
          repeat(one.random.pick([2, 50, 1_200]), (index) => ({ title: `t${index}` })),
        ),
    ],
  ],
  [
    2,
    [
      'many keys',
      (one) => json(one, Object.fromEntries(repeat(one.random.pick([70, 1_100]), (index) => [`k${index}`, 1]))),
    ],
  ],
  [2, ['many fields', manyFields]],
  [
    3,
    [
      'several bodies',
      (one) =>
        json(
          one,
          repeat(1 + one.random.below(3), () => spoil(one, () => {})),
          'POST',
        ),
    ],
  ],
];

function write({ random, path, headers }, type = JSON_TYPE, only = undefined) {
  return {
    method: only ?? random.pick(['POST', 'POST', 'PUT', 'PATCH', 'PATCH', 'QUERY']),
    path,
    headers: [...headers, type],
  };
}

function json(context, value, only = undefined) {
  return { ...write(context, JSON_TYPE, only), body: JSON.stringify(value) };
}

/** A write whose body is right but for one thing. */
function changed(context, change = () => {}) {
  return json(context, spoil(context, change));
}

function spoil({ random, document, operation }, change) {
  const isNear = ({ path, body }) => body && (path === operation.path || path.startsWith(operation.path));
  const near = document.operations.filter(isNear);
  const { body } = random.pick(near.length > 0 ? near : document.operations.filter((one) => one.body));
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

const withHeader = (request, header) => ({ ...request, headers: [...request.headers, header] });
const deep = (open, close) => `${'{"a":'.repeat(open)}1${'}'.repeat(close)}`;

function packed(context) {
  const body = gzipSync(JSON.stringify({ title: 'x'.repeat(context.random.pick([10, 200_000])) }));
  return {
    ...withHeader(write(context), ['Content-Encoding', context.random.pick(['gzip', 'br', 'identity', 'x'])]),
    body,
  };
}

function oddQuery({ random, path }) {
  return { method: random.chance(0.85) ? 'GET' : random.pick(METHODS), path: path + random.pick(QUERIES) };
}

function oddParameter({ random, path }) {
  const name = random.pick(LISTS) + random.pick(['', '', '[]', '[gt]', '[0]']);
  return { method: 'GET', path: `${path}?${name}=${encodeURIComponent(String(wrongValue(random)))}` };
}

function manyFields({ random, path, headers }) {
  return {
    method: 'GET',
    path,
    headers: [...headers, ...repeat(random.pick([50, 70, 990, 1_020]), (index) => [`x${index}`, '1'])],
  };
}

function oddConditions({ random, path, headers }) {
  const toField = (name) => [name, name === 'Expect' ? '100-continue' : random.pick(CONDITIONS)];
  const fields = [...headers, ...random.some(FIELDS, 3).map(toField)];
  const method = random.pick(['GET', 'GET', 'HEAD', 'DELETE', 'PATCH', 'PUT']);
  if (method !== 'PATCH' && method !== 'PUT') return { method, path, headers: fields };
  return { method, path, headers: [...fields, JSON_TYPE], body: '{"title":"odd"}' };
}
