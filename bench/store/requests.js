import { deepStrictEqual, match, strictEqual } from 'node:assert/strict';
import { ask } from '../http/ask.js';

/** What is measured, and the status that answers it; `rows` is the size of the table. */
export const REQUESTS = {
  get: { words: 'GET one', method: 'GET', path: (rows) => `/post/${rows >> 1}`, status: 200 },
  list: { words: 'GET a list of 20', method: 'GET', path: () => '/post', status: 200 },
  post: {
    words: 'POST, validated',
    method: 'POST',
    path: () => '/post',
    body: { title: 'Hello', body: 'World, this is a text', views: 3 },
    status: 201,
  },
};

/** A request of `REQUESTS` to a contestant, for a table of that size. */
export function requestOf(key, contestant, rows) {
  const { path, words: _words, ...rest } = REQUESTS[key];
  return { ...rest, path: key === 'list' && contestant.list ? contestant.list : path(rows) };
}

/**
 * Hold the answers of a server against what all have to answer, and check that it refuses what it has to refuse.
 *
 * @returns `lengths`, by the keys of `REQUESTS`, the bytes of the answers; `less`, the header fields that it leaves out
 * @throws {Error} that names what differs in status or body
 */
export async function check(port, contestant, rows) {
  const lengths = {};
  const less = [];
  for (const key of Object.keys(REQUESTS)) {
    const answer = await ask(port, requestOf(key, contestant, rows));
    strictEqual(answer.status, REQUESTS[key].status, `${key}: status ${answer.status} ${answer.body}`);
    match(answer.headers['content-type'], /^application\/json/, key);
    EXPECT[key](JSON.parse(answer.body), rows);
    const field = FIELDS[key];
    if (!(field in answer.headers)) less.push(`${field} of ${key}`);
    lengths[key] = answer.length;
  }
  for (const [what, request, expected] of REFUSED) {
    const { status } = await ask(port, request);
    strictEqual(expected.includes(status), true, `${what}: status ${status}`);
  }
  const { status } = await ask(port, { ...post, body: { ...REQUESTS.post.body, other: 1 } });
  if (status === 201) less.push('refusal of unknown fields');
  return { lengths, less };
}

// --- internal ---

const EXPECT = {
  get: (record, rows) => deepStrictEqual(record, stored(rows >> 1)),
  list: (records) => {
    deepStrictEqual(
      records,
      Array.from({ length: 20 }, (_, index) => stored(index + 1)),
    );
  },
  post: ({ id, created_at, updated_at, ...record }) => {
    deepStrictEqual(record, REQUESTS.post.body);
    strictEqual(Number.isInteger(id), true);
    for (const time of [created_at, updated_at]) match(time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  },
};

const FIELDS = { get: 'etag', list: 'etag', post: 'location' };
const post = { method: 'POST', path: '/post' };
const REFUSED = [
  ['a record that does not exist', { method: 'GET', path: '/post/999999999' }, [404]],
  ['a body without title', { ...post, body: { views: 3 } }, [400, 422]],
  ['views as text', { ...post, body: { title: 'Hello', views: '3' } }, [400, 422]],
];

/** A record of the table, as JSON shows it. */
function stored(id) {
  const time = '2026-01-01T12:00:00.000Z';
  return {
    id,
    title: `Number ${id}`,
    body: 'A text of the length that a short note has.',
    views: (id * 7919) % 1000,
    created_at: time,
    updated_at: time,
  };
}
