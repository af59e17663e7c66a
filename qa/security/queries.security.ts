import { expect } from 'chai';
import { type Attack, describeAttacks } from './attack.ts';
import { type Answer, request } from './bytes.ts';
import { HACKED, untouched } from './rows.ts';

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
  ['a column with the name of its table', 'post.title'],
  ['a path into text', 'title.a'],
  ['a path to the name of a column', 'meta.title'],
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

const orders: Attack[] = ['sort=', 'sort=-', 'sort=id,', 'fields=', 'fields=id,'].flatMap((query) =>
  [
    'comment.text',
    'post.title',
    'title.a',
    'meta.a',
    'meta.title',
    '$title',
    'secret',
    'columns',
    '__proto__',
    '1',
    '',
  ].map(
    (name): Attack => ({
      name: `another name than that of a column: ${query}${name}`,
      send: request('GET', `/post?${query}${name}`),
      answer: 400,
      check: refusedByName,
    }),
  ),
);

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

describeAttacks('operators', [...filters, ...orders, ...texts, ...ids, ...bodies]);

// --- internal ---

function get(query: string): Buffer {
  return request('GET', `/post?${query.replaceAll('"', '%22')}`);
}

function refusedByName([answer]: readonly Answer[]): void {
  expect(answer?.json()).to.include({ code: 'E_QUERY' });
}
