import { defineLogic } from '@rest-gen/logic';
import { expect } from 'chai';
import Rest from '../../examples/blog/src/controller/rest.ts';
import { type Attack, describeAttacks } from './attack.ts';
import { type Answer, request } from './bytes.ts';
import { HACKED, untouched } from './rows.ts';
import type { Target } from './target.ts';

/** A list that is narrowed by a field whose type nobody has declared: only who knows the token may see anything. */
const locked = defineLogic({
  getAction: { query: { name: { required: true } } },
  queryAction: { body: { name: { required: true }, sort: {}, pageSize: {} } },
});
class Locked extends Rest<typeof locked> {}

const OPERATORS = ['$gt', '$gte', '$lt', '$ne', '$in', '$nin', '$regex', '$where', '$exists', '$not', '$expr', '$type'];
const FORMS: readonly (readonly [what: string, name: string])[] = [
  ['an operator without a dollar that is none', 'title[regex]'],
  ['an operator of another case', 'title[NE]'],
  ['an operator with a blank', 'title[ne%20]'],
  ['an empty operator', 'title[]'],
  ['two operators', 'title[ne][gt]'],
  ['an operator that is not closed', 'title[ne'],
  ['an operator that is closed twice', 'title[ne]]'],
  ['an operator in front', '[ne]title'],
  ['an operator of the whole', '$where'],
  ['a disjunction', '$or[0][title]'],
  ['a disjunction by brackets alone', '[$or]'],
  ['a path into JSON', 'meta.a'],
  ['a path into JSON by brackets', 'meta[a]'],
  ['a comparison of JSON', 'meta[gt]'],
  ['a dollar and a column', '$title'],
  ['the hidden column', 'secret'],
  ['the hidden column by an operator', 'secret[gte]'],
  ['a column behind a NUL', 'title%00'],
  ['a column in full width letters', '%EF%BD%94itle'],
  ['a column of another table', 'comment.text'],
  ['a member of the description', 'columns'],
];

const filters: Attack[] = [
  ...OPERATORS.map(
    (operator): Attack => ({
      name: `title[${operator}] in a query`,
      send: request('GET', `/post?title[${operator}]=x`),
      answer: 400,
      check: refusedByName,
    }),
  ),
  ...FORMS.map(
    ([what, name]): Attack => ({
      name: `${what}: ${name}`,
      send: request('GET', `/post?${name}=x`),
      answer: 400,
      check: refusedByName,
    }),
  ),
  ...['views[gt]={"$gt":""}', 'views={"$ne":null}', 'id[$ne]=', 'views[null]={"$ne":true}', 'id[in]=1,{"$gt":0}'].map(
    (query): Attack => ({ name: `a value that is an operator: ${query}`, send: get(query), answer: 400 }),
  ),
];

/** Text is text, whatever it looks like: it is compared with, and equals nothing. */
const texts: Attack[] = [
  '{"$gt":""}',
  '[$ne]',
  '$where: sleep(1000)',
  'function(){while(1){}}',
  '{"ne":"x"}',
  'null',
].map((text) => ({
  name: `text that looks like an operator: ${text}`,
  send: request('GET', `/post?title=${encodeURIComponent(text)}`),
  answer: 200,
  check: ([answer]) => expect(answer?.json()).to.deep.equal([]),
}));

const ids: Attack[] = [
  '{"$gt":""}',
  '[$ne]',
  '$where',
  "'||'1'=='1",
  '1,2',
  '1;2',
  '*',
  '1%00',
  '%001',
  '0x1',
  '1e0',
  ' 1',
  '１',
].map((id) => ({
  name: `an id that is no id: ${JSON.stringify(id)}`,
  send: async (target) => {
    const path = `/post/${id.startsWith('%') || id.endsWith('%00') ? id : encodeURIComponent(id)}`;
    const answers = [await target.ask('GET', path)];
    answers.push(await target.ask('DELETE', path), await target.ask('PATCH', path, { json: { title: HACKED } }));
    return answers;
  },
  answer: [400, 404],
  async check(answers, target) {
    for (const { status } of answers) expect(status).to.be.oneOf([400, 404]);
    await untouched(answers, target);
    expect(target.models.rows('post')[0]).to.include({ id: 1, title: 'first' });
  },
}));

const BODIES: readonly (readonly [what: string, json: object])[] = [
  ['an operator for text', { title: { $ne: HACKED } }],
  ['an operator for a number', { title: HACKED, views: { $gt: 0 } }],
  ['an operator for one of some values', { title: HACKED, state: { $in: ['live'] } }],
  ['our operator for text', { title: { ne: HACKED } }],
  ['an operator for the whole', { $set: { title: HACKED } }],
  ['an operator beside the fields', { title: HACKED, $where: 'sleep(1)' }],
  ['a pipeline', [{ $set: { title: HACKED } }]],
  ['an operator in a list of records', [{ title: { $ne: HACKED } }]],
];

const bodies: Attack[] = BODIES.flatMap(([what, json]) =>
  (['POST', 'PUT', 'PATCH'] as const).map((method) => ({
    name: `${what} in the body of a ${method}`,
    send: request(method, method === 'POST' ? '/post' : '/post/1', { json }),
    answer: [400, 422],
    check: untouched,
  })),
);

const GUESSES: readonly (readonly [what: string, name: unknown])[] = [
  ['our operator', { ne: 'x' }],
  ['our operators', { gte: '', lte: '~' }],
  ['an operator of a driver', { $ne: 'x' }],
  ['an expression', { $regex: '.*' }],
  ['being there', { null: false }],
  ['nothing', {}],
  ['a list with null', [null]],
  ['a list with an operator', [{ ne: 'x' }]],
  ['a list of lists', [['well said']]],
];

/** A Node that does not know QUERY answers 400 itself. */
const guesses: Attack[] = GUESSES.map(([what, name]) => ({
  name: `a field without a type in a QUERY, asked for ${what}`,
  send: ask('QUERY', '/locked', { json: { name } }),
  answer: 400,
  check: toldNothing,
}));

describeAttacks('operators', [...filters, ...texts, ...ids, ...bodies]);

describeAttacks(
  'operators in the body of a QUERY',
  [
    ...guesses,
    ...['sort', 'pageSize'].map(
      (name): Attack => ({
        name: `an operator for ${name}, which the logic declares without a type`,
        send: request('QUERY', '/locked', { json: { name: 'x', [name]: { $gt: 0 } } }),
        answer: 400,
      }),
    ),
    {
      name: 'brackets in a form',
      send: ask('QUERY', '/locked', {
        body: 'name[ne]=x&name=x',
        fields: { 'Content-Type': 'application/x-www-form-urlencoded' },
      }),
      answer: [400, 422],
      check: toldNothing,
    },
    {
      name: 'brackets in an address',
      send: ask('GET', '/locked?name=x&name[ne]=x'),
      answer: [200, 400],
      check: toldNothing,
    },
  ],
  { controllers: { 'v1/user': Locked }, logics: { 'v1/user': locked }, rules: [['/locked/:id?', '/v1/user', 'rest']] },
);

// --- internal ---

/** There is something to be told. */
function ask(...given: Parameters<typeof request>): Attack['send'] {
  return async ({ models, send }) => {
    if (models.rows('user').length === 0) await models.repository('user').insert({ name: 'of the server' });
    return send(request(...given));
  };
}

function toldNothing([answer]: readonly Answer[], { models }: Target): void {
  expect(models.rows('user')).to.have.length(1);
  expect(answer?.body).not.to.include('of the server');
}

function get(query: string): Buffer {
  return request('GET', `/post?${query.replaceAll('"', '%22')}`);
}

function refusedByName([answer]: readonly Answer[]): void {
  expect(answer?.json()).to.include({ code: 'E_QUERY' });
}
