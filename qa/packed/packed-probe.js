// Asks a server of a generated project for everything that goes wrong where a module of the project exists twice:
// node packed-probe.js <address>. Exits with 1 and says what is wrong.
import assert from 'node:assert/strict';

/**
 * @param {string} url - address of the server
 * @returns {Promise<string>} path of a record that it keeps: `/post/1`
 */
export async function probe(url) {
  const shared = await request(200, `${url}/fault`);
  assert.deepEqual(shared, { app: true, evaluations: 1, awaited: true }, 'the module of application and controller');

  const { id, title } = await request(201, `${url}/post`, { title: 'Hello' });
  assert.equal(title, 'Hello');
  await assertKept(url, `/post/${id}`);
  assert.ok((await request(200, `${url}/post`)).some((record) => record.id === id));
  await request(422, `${url}/post`, { title: 12 });
  await request(404, `${url}/post/${id + 1}`);

  const began = performance.now();
  await request(409, `${url}/fault`, {});
  const time = performance.now() - began;
  assert.ok(time < 3_000, `a transaction that fails is answered after ${Math.round(time)} ms`);
  assert.deepEqual(await request(200, `${url}/post?title=left`), [], 'what a transaction that failed leaves');

  // The driver's error comes from another realm in Jest.
  assert.equal((await request(500, `${url}/fault/1`)).code, 'E_NO_TABLE');
  assertFields(await request(200, `${url}/docs/openapi.json`));
  return `/post/${id}`;
}

/** The record that {@link probe} left is there, after a restart too. */
export async function assertKept(url, path) {
  assert.equal((await request(200, url + path)).title, 'Hello');
}

/** The OpenAPI document has the fields of a record: it has none where the controllers' base class seems to be another one. */
export function assertFields(document) {
  const { schema } = document.paths['/post'].get.responses[200].content['application/json'];
  assert.ok(schema.items, `the list of /post is documented as ${JSON.stringify(schema)}`);
  const name = schema.items.$ref?.split('/').at(-1);
  const record = name === undefined ? schema.items : document.components.schemas[name];
  assert.ok(record.properties?.title, `a record is documented as ${JSON.stringify(record)}`);
}

// --- internal ---

/** GET, or POST where there is a body. */
async function request(status, url, body) {
  const response = await fetch(url, {
    signal: AbortSignal.timeout(60_000),
    ...(body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const text = await response.text();
  assert.equal(response.status, status, `${body ? 'POST' : 'GET'} ${url} answered ${response.status}: ${text}`);
  return JSON.parse(text);
}

if (process.argv[1] === import.meta.filename) await probe(process.argv[2]);
