// The requests that every program of this folder answers, and what it must answer.
import assert from 'node:assert/strict';

/**
 * @typedef {object} Program - how a framework spells the requests
 * @property {string} path - of the list
 * @property {string} owner - the field with the id of the owner
 * @property {string} createdAt - the field with the time of creation
 * @property {(list: object) => string} query - the query of a list: filters, descending order, page
 * @property {(response: object) => { rows: object[]; total: number }} list - the rows and the total of a list
 * @property {(response: object) => object} [record] - the record in the response to a write; default: the body
 * @property {{ invalid: number; unknown: number; refused: number; deleted?: number; anonymous?: number }} status - of the
 *   responses to an invalid body, to an unknown field (201: the field is dropped), to a change of another user's record
 * @property {string} [openapi] - the path of the document
 */

/** What is not allowed in a body, beside an unknown field. */
const INVALID = [
  {},
  { title: '' },
  { title: null },
  { title: 7 },
  { title: 'x'.repeat(121) },
  { title: 'a', state: 'lost' },
  { title: 'a', hours: -1 },
  { title: 'a', hours: 1.5 },
];

/**
 * Send the requests to a program with an empty table.
 *
 * @param {string} origin
 * @param {Program} program
 * @returns {Promise<number>} how many requests were sent
 */
export async function checkRequests(origin, program) {
  const { path, owner, createdAt, status } = program;
  let count = 0;
  const send = async (method, target, { user, body } = {}) => {
    count += 1;
    const headers = { accept: 'application/json' };
    if (user !== undefined) headers.authorization = `Bearer ${user}`;
    if (body !== undefined) headers['content-type'] = 'application/json';
    const response = await fetch(origin + target, { method, headers, body: body && JSON.stringify(body) });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: text === '' ? undefined : JSON.parse(text),
    };
  };
  const expect = async (wanted, ...request) => {
    const response = await send(...request);
    assert.equal(response.status, wanted, `${JSON.stringify(request)}\n${response.text}`);
    return response;
  };
  const { record = ({ body }) => body } = program;
  const anonymous = status.anonymous ?? 401;

  // Signed-in users create; the owner, the state and the time are set.
  await expect(anonymous, 'POST', path, { body: { title: 'a' } });
  const first = record(await expect(201, 'POST', path, { user: 'ann', body: { title: 'It leaks' } }));
  assert.deepEqual([first.title, first.state, first.hours ?? null, first[owner]], ['It leaks', 'open', null, 1]);
  assert.ok(Math.abs(Date.parse(first[createdAt]) - Date.now()) < 60_000, `now: ${first[createdAt]}`);
  record(await expect(201, 'POST', path, { user: 'ann', body: { title: 'x'.repeat(120), hours: 0 } }));

  for (const body of INVALID) await expect(status.invalid, 'POST', path, { user: 'ann', body });
  for (const body of [
    { title: 'a', colour: 'red' },
    { title: 'a', [owner]: 2 },
  ]) {
    const response = await expect(status.unknown, 'POST', path, { user: 'ann', body });
    if (status.unknown !== 201) continue;
    const made = record(response);
    assert.ok(!('colour' in made));
    assert.equal(made[owner], 1);
    await expect(status.deleted ?? 204, 'DELETE', `${path}/${made.id}`, { user: 'ann' });
  }

  // Everyone reads.
  for (const [title, hours, state] of [
    ['b', 5, 'closed'],
    ['c', 3, 'closed'],
    ['d', 1, 'closed'],
    ['e', 8, 'open'],
    ['f', 4, 'closed'],
  ]) {
    await expect(201, 'POST', path, { user: 'bob', body: { title, hours, state } });
  }
  const readList = async (list) => program.list(await expect(200, 'GET', `${path}?${program.query(list)}`));
  const wanted = { state: 'closed', minHours: 3, sort: 'hours', size: 2 };
  const page1 = await readList({ ...wanted, page: 1 });
  assert.deepEqual([page1.total, page1.rows.map(({ title }) => title)], [3, ['b', 'f']]);
  const { body: all } = await expect(200, 'GET', path);
  assert.equal((all.data ?? all.docs ?? all).length, 7);
  const page2 = await readList({ ...wanted, page: 2 });
  assert.deepEqual([page2.total, page2.rows.map(({ title }) => title)], [3, ['c']]);
  assert.equal((await expect(200, 'GET', `${path}/${first.id}`)).body.title, 'It leaks');
  await expect(404, 'GET', `${path}/999999`);

  // Only the owner changes, and only the given fields.
  const item = `${path}/${first.id}`;
  const change = { state: 'closed', hours: 2 };
  await expect(anonymous, 'PATCH', item, { body: change });
  await expect(status.refused, 'PATCH', item, { user: 'bob', body: change });
  await expect(status.invalid, 'PATCH', item, { user: 'ann', body: { hours: -1 } });
  await expect(status.missing ?? 404, 'PATCH', `${path}/999999`, { user: 'ann', body: change });
  const changed = record(await expect(200, 'PATCH', item, { user: 'ann', body: change }));
  assert.deepEqual([changed.title, changed.state, changed.hours, changed[owner]], ['It leaks', 'closed', 2, 1]);
  for (const body of [{ title: null }, { state: null }]) {
    const { status: answered } = await send('PATCH', item, { user: 'ann', body });
    assert.ok(answered < 500, `${answered}: ${JSON.stringify(body)}`);
  }
  const cleared = record(await expect(200, 'PATCH', item, { user: 'ann', body: { hours: null } }));
  assert.equal(cleared.hours, null);

  // Only the owner deletes.
  await expect(anonymous, 'DELETE', item);
  await expect(status.refused, 'DELETE', item, { user: 'bob' });
  await expect(status.deleted ?? 204, 'DELETE', item, { user: 'ann' });
  await expect(404, 'GET', item);

  if (program.openapi !== undefined) {
    const { body, text } = await expect(200, 'GET', program.openapi);
    assert.ok(
      Object.keys(body.paths).some((one) => one === path),
      Object.keys(body.paths).join(' '),
    );
    assert.match(text, /"maxLength":120/);
    assert.match(text, /"open","closed"/);
  }
  return count;
}
