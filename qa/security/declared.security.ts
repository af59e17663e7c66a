import { defineLogic, partial } from '@rest-gen/logic';
import { expect } from 'chai';
import { memoryModels } from '../../packages/router/test/memory-models.ts';
import Rest from '../../test/fixture/rest.ts';
import { type Attack, describeAttacks } from './attack.ts';
import { type Answer, request } from './bytes.ts';
import { HACKED } from './rows.ts';

/** A logic that declares more than it should: the key, the parent of the URL, and fields that are hidden or secret. */
const fields = {
  id: { int: true },
  team: { int: true },
  name: { required: true, string: true },
  role: {},
  hash: { string: true },
  pin: { string: true, secret: true },
} as const;
const logic = defineLogic({
  getAction: { query: { team: {}, pin: {} } },
  postAction: { body: fields },
  putAction: { body: fields },
  patchAction: { body: partial(fields) },
});

class Member extends Rest<typeof logic> {
  static hidden = ['hash'];
  static upsert = true;
  static bulk = true;
}

/** The same with a key that is not called as the parameter of a path is. */
const numbered = { number: { int: true }, name: { required: true, string: true } } as const;
const badge = defineLogic({
  postAction: { body: numbered },
  putAction: { body: numbered },
  patchAction: { body: partial(numbered) },
});
class Badge extends Rest<typeof badge> {}

const models = memoryModels({
  post: { id: 'integer', title: 'string', secret: 'string?' },
  member: {
    id: 'integer',
    team: 'integer',
    name: 'string',
    role: 'string?',
    hash: 'string?',
    pin: 'string?',
  },
  badge: { number: 'integer', name: 'string' },
});

const HIDDEN = { hash: 'of the server', pin: '1234' };
let first: unknown;

before(async () => {
  await models.repository('post').insert({ title: 'a' });
  first = await models.repository('member').insert({ team: 1, name: 'Ann', ...HIDDEN });
  await models.repository('badge').insert({ name: 'Ann' });
});

const at = (id: unknown) => models.rows('member').find((row) => row.id === id);

/** Nobody has moved to another team or another key, and no answer has told what is hidden. */
function kept(answers: readonly Answer[]): void {
  for (const { team } of models.rows('member')) expect(team).to.equal(1);
  expect(models.rows('member').some(({ id }) => id === 666)).to.equal(false);
  expect(models.rows('badge').some(({ number }) => number === 666)).to.equal(false);
  expect(models.rows('badge')[0]).to.deep.equal({ number: 1, name: 'Ann' });
  expect(at(first)).to.include({ name: 'Ann', hash: HIDDEN.hash });
  for (const { head, body } of answers) expect(head + body).not.to.match(/of the server|1234|sesame|"hash"|"pin"/);
}

const ROWS: readonly (readonly [string, string, string, object, number | readonly number[]])[] = [
  ['a new record with the key of another one', 'POST', '/team/1/member', { id: 1, name: 'b' }, 409],
  ['the parent of a new record is that of the URL', 'POST', '/team/1/member', { team: 2, name: 'b' }, 201],
  [
    'so for each record of a list',
    'POST',
    '/team/1/member',
    [
      { team: 2, name: 'b' },
      { team: 3, name: 'c' },
    ],
    201,
  ],
  ['a PUT does not move a record', 'PUT', '/team/1/member/1', { id: 666, team: 2, name: 'Ann' }, 422],
  ['a PATCH does not move a record', 'PATCH', '/team/1/member/1', { id: 666, team: 2 }, 422],
  ['a new record with the key of another one, of another name', 'POST', '/badge', { number: 1, name: 'b' }, 409],
  ['a PUT does not move a key of another name', 'PUT', '/badge/1', { number: 666, name: 'Ann' }, 422],
  ['a PATCH does not move a key of another name', 'PATCH', '/badge/1', { number: 666 }, 422],
  ['a PATCH from another team does not take a record', 'PATCH', '/team/2/member/1', { team: 2, name: HACKED }, 404],
  ['a PUT from another team does not take a record', 'PUT', '/team/2/member/1', { team: 2, name: HACKED }, 409],
  ['a DELETE from another team', 'DELETE', '/team/2/member/1', {}, 404],
  ['a secret field is written, and never told', 'PATCH', '/team/1/member/1', { pin: 'sesame' }, 200],
  ['a secret field that is wrong is not told either', 'PATCH', '/team/1/member/1', { pin: ['sesame'] }, 422],
  ['an object for a field without a type', 'POST', '/team/1/member', { name: 'b', role: { ne: 'admin' } }, 422],
  ['an operator for a field without a type', 'PATCH', '/team/1/member/1', { role: { $inc: 1 } }, 422],
  ['an increment for a field without a type', 'PATCH', '/team/1/member/1', { role: { by: 1 } }, 422],
  ['a list for a field without a type', 'PATCH', '/team/1/member/1', { role: ['admin'] }, 422],
  ['the team in the query, which the logic declares', 'GET', '/team/1/member?team=2', {}, [200, 400]],
  ['a filter by a secret that the logic declares', 'GET', '/team/1/member?pin=x', {}, [200, 400]],
  ['a filter by a hidden field', 'GET', '/team/1/member?hash[gte]=a', {}, 400],
  ['a sort by a hidden field', 'GET', '/team/1/member?sort=hash', {}, 400],
  ['a sort by a secret field', 'GET', '/team/1/member?sort=-pin', {}, 400],
  ['a hidden field by name', 'GET', '/team/1/member?fields=id,hash', {}, 400],
  ['a place behind a hidden value', 'GET', `/team/1/member?after=${cursor('hash,id', ['a', 1])}`, {}, 400],
  ['a place behind a secret value', 'GET', `/team/1/member?sort=pin&after=${cursor('pin,id', ['a', 1])}`, {}, 400],
];

const attacks: Attack[] = ROWS.map(([name, method, path, json, answer]) => ({
  name,
  send: request(method, path, { json }),
  answer,
  check: kept,
}));

describeAttacks(
  'a logic that declares too much',
  [
    ...attacks,
    {
      name: 'a list in another team is empty, whatever the query says',
      send: request('GET', '/team/2/member?team=1&sort=id'),
      answer: [200, 400],
      check: ([answer]) => expect(answer?.status === 200 ? answer.json() : []).to.deep.equal([]),
    },
  ],
  {
    model: models,
    controllers: { member: Member, badge: Badge },
    logics: { member: logic, badge },
    rules: [
      ['/badge/:id?', 'rest'],
      [/\/team\/(\d+)\/member(?:\/(\d+))?/, 'member?team=:1&id=:2', 'rest'],
    ],
  },
);

// --- internal ---

function cursor(sort: string, values: readonly unknown[]): string {
  return Buffer.from(JSON.stringify([sort, values])).toString('base64url');
}
