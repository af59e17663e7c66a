import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';

/** @typedef {readonly [one: string, other: string]} Addresses - of two versions on one database */

/** Sorts whose values occur many times, or are null. */
const SORTS = ['id', '-score', 'score,-title', '-title'];

/** Requests that write nothing: what is right, and what is refused. */
const ALIKE = [
  ['GET', '/item/2'],
  ['GET', '/item/2?fields=title'],
  ['GET', '/item?pageSize=5&sort=-score,title'],
  ['GET', '/item?page=2&pageSize=5&count=true'],
  ['GET', '/item?title[in]=seed 1,seed 2&score[gt]=1'],
  ['GET', '/item?q=seed'],
  ['OPTIONS', '/item/2'],
  ['GET', '/item/0'],
  ['GET', '/item/none'],
  ['GET', '/item?unknown=1'],
  ['GET', '/item?pageSize=0'],
  ['GET', '/item?sort=unknown'],
  ['GET', '/nothing'],
  ['POST', '/item/2', { title: 'a' }],
  ['POST', '/item', {}],
  ['POST', '/item', { title: 5, score: 'a' }],
  ['POST', '/item', 'no object'],
  ['PUT', '/item/2', { unknown: 1 }],
  ['PATCH', '/item/0', { title: 'a' }],
  ['DELETE', '/item/0'],
];
/** Header fields that both versions have to agree on. */
const FIELDS = ['allow', 'cache-control', 'content-type', 'etag', 'link', 'vary', 'x-total-count'];

/** Add the records that every list has to have. */
export async function seed(address, count) {
  const scores = [null, 1, 2, 3, Number.MAX_SAFE_INTEGER, -5];
  for (let from = 0; from < count; from += 50) {
    const records = Array.from({ length: Math.min(50, count - from) }, (_, index) => {
      const score = scores[(from + index) % scores.length];
      return { title: `seed ${(from + index) % 40}`, ...(score !== null && { score }) };
    });
    for (const record of records) await ask(address, 'POST', '/item', record);
  }
}

/**
 * Follow lists by their links `next`, each page on the other version, while records are added and removed.
 *
 * @param {Addresses} addresses @param {number} count - of records from `seed`
 * @returns {Promise<number>} pages
 */
export async function checkPages(addresses, count) {
  let pages = 0;
  for (const sort of SORTS) {
    const seen = new Map();
    let path = `/item?pageSize=7&sort=${sort}`;
    for (let page = 0; path !== undefined; page += 1, pages += 1) {
      const { body, headers } = await ask(addresses[page % 2], 'GET', path);
      for (const { id, title } of body) if (title.startsWith('seed')) seen.set(id, (seen.get(id) ?? 0) + 1);
      path = /<([^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
    }
    assert.equal(seen.size, count, `sort=${sort}: records that were listed`);
    assert.deepEqual(
      [...seen].filter(([, times]) => times !== 1),
      [],
      `sort=${sort}: records that were listed twice`,
    );
  }
  return pages;
}

/**
 * Send requests with a key, repeat each on the other version, and look that each was done once.
 *
 * @param {Addresses} addresses @param {number} rounds
 * @returns {Promise<number>} replays
 */
export async function checkReplays([one, other], rounds) {
  for (let round = 0; round < rounds; round += 1) {
    const [first, second] = round % 2 === 0 ? [one, other] : [other, one];
    const title = randomUUID();
    const headers = { 'Idempotency-Key': randomUUID(), ...(round % 3 === 0 && { Authorization: `Bearer ${title}` }) };
    const sent = await ask(first, 'POST', '/item', { title }, headers);
    const again = await ask(second, 'POST', '/item', { title }, headers);
    assert.equal(sent.headers.get('idempotent-replayed'), null);
    assert.equal(again.headers.get('idempotent-replayed'), 'true', `a request to ${first}, repeated on ${second}`);
    assert.deepEqual(
      [again.status, again.body, again.headers.get('location')],
      [sent.status, sent.body, sent.headers.get('location')],
    );
    const { body } = await ask(first, 'GET', `/item?title=${title}`);
    assert.equal(body.length, 1, `${title} was added ${body.length} times`);
    const mismatch = await send(second, 'POST', '/item', { title: 'x' }, headers);
    assert.equal(mismatch.status, 422);
  }
  return rounds;
}

/**
 * Send the same requests to both versions, which have to answer alike: a client cannot know which one it talks to.
 *
 * @param {Addresses} addresses
 * @returns {Promise<number>} requests
 */
export async function checkAnswers([one, other]) {
  for (const request of ALIKE) {
    const [answer, expected] = await Promise.all([other, one].map((address) => send(address, ...request)));
    assert.deepEqual(withoutText(answer), withoutText(expected), request.join(' '));
  }
  const { headers } = await ask(one, 'GET', '/item/1');
  const tag = headers.get('etag');
  assert.ok(tag, 'no ETag');
  assert.equal((await send(other, 'GET', '/item/1', undefined, { 'If-None-Match': tag })).status, 304);
  await ask(other, 'PATCH', '/item/1', { score: 7 }, { 'If-Match': tag });
  const stale = await send(one, 'PATCH', '/item/1', { score: 8 }, { 'If-Match': tag });
  assert.equal(stale.status, 412);
  return ALIKE.length + 4;
}

/** Add, change and delete records on both versions until `stop` is called, which gives the number of requests. */
export function keepAsking(addresses) {
  let isOver = false;
  const loops = addresses.map(async (address, at) => {
    let requests = 0;
    for (; !isOver; requests += 4) {
      const title = randomUUID();
      const { body } = await ask(address, 'POST', '/item', { title });
      const path = `/item/${body.id}`;
      await ask(addresses[1 - at], 'GET', path);
      await ask(addresses[1 - at], 'PATCH', path, { title: `${title}!` });
      await ask(address, 'DELETE', path);
    }
    return requests;
  });
  // A failure is reported by `stop`.
  for (const loop of loops) loop.catch(() => {});
  return {
    stop: async () => {
      isOver = true;
      return (await Promise.all(loops)).reduce((sum, count) => sum + count, 0);
    },
  };
}

// --- internal ---

/** The texts of a refusal may be written better in another version; its codes, and the members of the body that they are about, may not. */
function withoutText({ status, headers, body }) {
  const fields = Object.fromEntries(FIELDS.map((name) => [name, headers.get(name)]));
  if (status < 400) return { status, fields, body };
  const { code, errors } = body ?? {};
  return {
    status,
    fields,
    code,
    errors: errors?.map(({ in: place, pointer, parameter, rule }) => [place, pointer ?? parameter, rule]),
  };
}

/** @throws {AssertionError} unless the request succeeds */
async function ask(address, method, path, body, headers) {
  const answer = await send(address, method, path, body, headers);
  assert.ok(answer.status < 300, `${method} ${address}${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer;
}

async function send(address, method, path, body, headers = {}) {
  const answer = await fetch(address + path, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: text === '' ? undefined : JSON.parse(text) };
}
