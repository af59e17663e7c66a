import { fillPath } from './paths.js';
import { listParameters, toQuery, toQueryBody } from './queries.js';
import { validValue } from './values.js';

/**
 * @typedef {object} Sent - a request; `{{etag}}`, `{{location}}` and `{{next}}` in it stand for parts of earlier answers of each side
 * @property {string} kind - what it tries
 * @property {string} method
 * @property {string} path
 * @property {[name: string, value: string][]} headers
 * @property {string | Buffer} [body]
 * @property {Buffer} [raw] - sent in place of all that; `methods` has the method of each request in it
 * @property {string[]} [methods]
 */

/**
 * A request as a client of the service would send it.
 *
 * @param {import('./random.js').Random} random @param {import('./document.js').Document} document @param {readonly (string | undefined)[]} users
 * @returns {Sent}
 */
export function meaningful(random, document, users) {
  if (random.chance(0.05)) return follow(random, users);
  const operation = random.weighted(document.operations.map((one) => [weightOf(one), one]));
  const path = fillPath(random, operation);
  const headers = userOf(random, users);
  const { method, isItem } = operation;
  if (method === 'GET') return read(random, document, operation, path, headers);
  if (method === 'QUERY') return query(random, document, operation, path, headers);
  if (method === 'DELETE' || (method === 'PATCH' && !isItem)) {
    const pairs = isItem
      ? []
      : listParameters(random, operation, document).filter(([name]) => !/^(?:page|sort|fields|q$)/.test(name));
    if (random.chance(0.3)) headers.push(['If-Match', random.pick(['{{etag}}', '{{etag}}', '*', '"x"'])]);
    if (method === 'DELETE') return { kind: 'delete', method, path: path + toQuery(pairs), headers };
    return write(random, document, operation, path + toQuery(pairs), headers);
  }
  if (method !== 'POST' && random.chance(path.startsWith('/counter') ? 0.8 : 0.3)) {
    headers.push(
      random.pick([
        ['If-Match', '{{etag}}'],
        ['If-Match', '*'],
        ['If-Match', '"x", {{etag}}'],
        ['If-None-Match', '*'],
        ['If-Match', 'W/"x"'],
      ]),
    );
  }
  const needsKey = /\/tag$/.test(path) ? 0.9 : 0.25;
  if (method === 'POST' && random.chance(needsKey)) headers.push(['Idempotency-Key', `"key-${random.below(12)}"`]);
  const include = operation.query.find(({ name }) => name === 'include');
  const names = document.resolve(document.resolve(include?.schema).items).enum;
  const suffix = names && random.chance(0.2) ? toQuery([['include', random.some(names, 2).join()]]) : '';
  return write(random, document, operation, path + suffix, headers);
}

/** @param {import('./random.js').Random} random @param {readonly (string | undefined)[]} users @returns {[string, string][]} */
export function userOf(random, users) {
  const user = random.pick(users);
  return user === undefined ? [] : [['Authorization', user]];
}

// --- internal ---

/** Uploads and own actions are few, and have much to try. */
const weightOf = ({ method, path, types }) =>
  WEIGHTS[method] * (types.includes('multipart/form-data') || /^\/(?:model|report)|file$/.test(path) ? 3 : 1);
const WEIGHTS = { GET: 5, QUERY: 3, POST: 5, PUT: 3, PATCH: 4, DELETE: 1 };

/** Go where the last answer of this kind leads. */
function follow(random, users) {
  const path = random.pick(['{{next}}', '{{next}}', '{{location}}']);
  return { kind: 'follow', method: random.pick(['GET', 'GET', 'HEAD']), path, headers: userOf(random, users) };
}

function read(random, document, operation, path, headers) {
  const pairs = operation.query.length === 0 ? [] : listParameters(random, operation, document);
  const kept = operation.isItem ? pairs.filter(([name]) => name === 'include' || name === 'deleted') : pairs;
  if (random.chance(0.2))
    headers.push([
      random.pick(['If-None-Match', 'If-None-Match', 'If-Match']),
      random.pick(['{{etag}}', '{{etag}}', '*', '"x"', 'W/{{etag}}']),
    ]);
  if (random.chance(0.12))
    headers.push([
      'Accept',
      random.pick([
        'application/x-ndjson',
        'application/json',
        '*/*',
        'text/html',
        'application/x-ndjson;q=0.5, application/json',
      ]),
    ]);
  if (/\/file$|^\/files/.test(path) && random.chance())
    headers.push(['Range', random.pick(['bytes=2-4', 'bytes=-3', 'bytes=99999-', 'bytes=0-1,3-4', 'lines=1-2'])]);
  return {
    kind: operation.isItem ? 'read' : 'list',
    method: random.chance(0.06) ? 'HEAD' : 'GET',
    path: path + toQuery(kept),
    headers,
  };
}

function query(random, document, operation, path, headers) {
  const pairs = listParameters(random, { ...operation, query: queryOf(document, operation) }, document);
  if (random.chance(0.15)) {
    headers.push(['Content-Type', 'application/x-www-form-urlencoded']);
    return { kind: 'query', method: 'QUERY', path, headers, body: toQuery(pairs).slice(1) };
  }
  headers.push(['Content-Type', 'application/json']);
  return { kind: 'query', method: 'QUERY', path, headers, body: JSON.stringify(toQueryBody(random, pairs)) };
}

/** The parameters of the list: those of GET of the same path. */
function queryOf(document, { path }) {
  return document.operations.find((one) => one.path === path && one.method === 'GET')?.query ?? [];
}

function write(random, document, operation, path, headers) {
  if (random.chance(0.12))
    headers.push([
      'Prefer',
      random.pick(['return=minimal', 'return=representation', 'return=minimal, respond-async', 'return="minimal"']),
    ]);
  const { method } = operation;
  if (operation.types.includes('multipart/form-data') && random.chance(0.7))
    return { kind: 'upload', method, path, ...upload(random, headers) };
  if (operation.body === undefined) return { kind: method.toLowerCase(), method, path, headers };
  const value = validValue(random, operation.body, document);
  if (
    operation.types.includes('application/x-www-form-urlencoded') &&
    random.chance(0.3) &&
    value !== null &&
    !Array.isArray(value)
  ) {
    headers.push(['Content-Type', 'application/x-www-form-urlencoded']);
    return {
      kind: 'form',
      method,
      path,
      headers,
      body: new URLSearchParams(Object.entries(value ?? {}).map(([name, one]) => [name, String(one)])).toString(),
    };
  }
  headers.push([
    'Content-Type',
    method === 'PATCH' && random.chance(0.3) ? 'application/merge-patch+json' : 'application/json',
  ]);
  return { kind: method.toLowerCase(), method, path, headers, body: JSON.stringify(value) };
}

/** A form with a file, at times with a wrong or too large one. */
function upload(random, headers) {
  const boundary = '----boundary';
  const part = (name, rest, text) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${rest}\r\n\r\n${text}\r\n`;
  const field = random.pick(['file', 'file', 'file', 'other']);
  const text = random.pick(['0123456789', '', '<svg/>', 'x'.repeat(200), 'x'.repeat(6_000)]);
  const type = random.pick(['text/plain', 'image/png', 'text/html', 'nonsense']);
  const file = part(
    field,
    `; filename="${random.pick(['notes.txt', 'ü.pdf', '../x', 'a"b'])}"\r\nContent-Type: ${type}`,
    text,
  );
  const parts = random.chance(0.2) ? part('title', '', 'a title') + file : file;
  headers.push(['Content-Type', `multipart/form-data; boundary=${boundary}`]);
  if (random.chance(0.1)) headers.push(['X-Closed', random.pick(['yes', 'no'])]);
  return { headers, body: `${parts}--${boundary}--\r\n` };
}
