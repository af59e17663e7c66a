// PostgREST is not on npm: this checks its SQL as PostgREST uses it, by the role and the claims of each transaction.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import pg from 'pg';

/** What PostgreSQL answers; PostgREST turns the codes into 400, 401 or 403. */
const REFUSED = [
  ['ann', '23502', 'insert into api.issue (hours) values (1)'],
  ['ann', '23514', "insert into api.issue (title) values ('')"],
  ['ann', '22001', `insert into api.issue (title) values ('${'x'.repeat(121)}')`],
  ['ann', '23514', "insert into api.issue (title, state) values ('a', 'lost')"],
  ['ann', '23514', "insert into api.issue (title, hours) values ('a', -1)"],
  ['ann', '42703', "insert into api.issue (title, colour) values ('a', 'red')"],
  ['ann', '42501', "insert into api.issue (title, owner_id) values ('a', 2)"],
  [undefined, '42501', "insert into api.issue (title) values ('a')"],
  [undefined, '42501', "update api.issue set state = 'closed' where id = 1"],
  [undefined, '42501', 'delete from api.issue where id = 1'],
];

/**
 * @param {string} url - an empty database
 * @returns {Promise<number>} how many requests were made
 */
export async function checkRows(url) {
  const database = new pg.Client(url);
  await database.connect();
  let count = 0;
  /** A request: one transaction with the role of the user and the claims of the token. */
  const send = async (user, statement) => {
    count += 1;
    await database.query('begin');
    try {
      await database.query(`set local role ${user === undefined ? 'compared_anonymous' : 'compared_webuser'}`);
      const claims = user === undefined ? '' : JSON.stringify({ sub: user === 'ann' ? '1' : '2' });
      await database.query("select set_config('request.jwt.claims', $1, true)", [claims]);
      const { rows } = await database.query(statement);
      await database.query('commit');
      return rows;
    } catch (error) {
      await database.query('rollback');
      throw error;
    }
  };
  try {
    for (const file of ['project/roles.sql', 'resource/issue.sql']) await database.query(readSql(file));
    const [first] = await send('ann', "insert into api.issue (title) values ('It leaks') returning *");
    assert.deepEqual([first.state, first.hours, first.owner_id], ['open', null, 1]);
    for (const [user, code, statement] of REFUSED) {
      const error = await send(user, statement).then(
        () => undefined,
        (thrown) => thrown,
      );
      assert.equal(error?.code, code, statement);
    }
    await send('bob', "insert into api.issue (title, hours, state) values ('b', 5, 'closed'), ('c', 3, 'closed')");
    const list =
      "select title from api.issue where state = 'closed' and hours >= 3 order by hours desc limit 1 offset 1";
    assert.deepEqual(await send(undefined, list), [{ title: 'c' }]);
    // Rows of others are not found by a write.
    assert.deepEqual(await send('bob', "update api.issue set state = 'closed' where id = 1 returning id"), []);
    assert.deepEqual(await send('bob', 'delete from api.issue where id = 1 returning id'), []);
    const [changed] = await send('ann', "update api.issue set state = 'closed', hours = 2 where id = 1 returning *");
    assert.deepEqual([changed.title, changed.state, changed.hours], ['It leaks', 'closed', 2]);
    assert.deepEqual(await send('ann', 'delete from api.issue where id = 1 returning id'), [{ id: 1 }]);
    assert.deepEqual(await send(undefined, 'select * from api.issue where id = 1'), []);
  } finally {
    const roles = 'compared_authenticator, compared_anonymous, compared_webuser';
    await database.query(`drop owned by ${roles}; drop role ${roles}`).catch(() => undefined);
    await database.end();
  }
  return count;
}

/** Roles belong to the whole server: these get a name that no other database uses. */
function readSql(file) {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8');
  return text.replaceAll(/\b(?=(?:authenticator|anonymous|webuser)\b)/g, 'compared_');
}
