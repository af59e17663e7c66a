import { expect } from 'chai';
import { type Attack, describeAttacks } from './attack.ts';
import { request } from './bytes.ts';
import { form, HACKED, jsonText, lastPost, untouched } from './rows.ts';

const REFUSED = [400, 422];
const encode = encodeURIComponent;

/** Fields that the logic of posts does not declare: columns that are the server's, names that look like declared ones, and names that mean something elsewhere. */
const UNDECLARED: readonly (readonly [what: string, name: string])[] = [
  ['the primary key', 'id'],
  ['a column that is hidden by not being declared', 'secret'],
  ['a field of another table', 'postId'],
  ['a declared field in another case', 'Title'],
  ['a declared field with a blank behind it', 'title '],
  ['a declared field with a zero width space', 'title\u200b'],
  ['a declared field with a NUL behind it', 'title\0'],
  ['a declared field in full width letters', '\uff54\uff49\uff54\uff4c\uff45'],
  ['a letter that folds to s', '\u017fecret'],
  ['a path to a column', 'post.secret'],
  ['a quoted column', '"secret"'],
  ['a number', '0'],
  ['the id of a document database', '_id'],
  ['a field of a role', 'isAdmin'],
  ['a member of the declaration', 'required'],
  ['the method override of a form', '_method'],
];

const undeclared: Attack[] = UNDECLARED.flatMap(([what, name]) => [
  {
    name: `JSON with ${what}`,
    send: request('POST', '/post', { json: { title: HACKED, [name]: HACKED } }),
    answer: 422,
    check: untouched,
  },
  {
    name: `a form with ${what}`,
    send: form('POST', '/post', `title=${HACKED}&${encode(name)}=${HACKED}`),
    answer: 422,
    check: untouched,
  },
]);

/** Values of another form than the declared one: an object where text is expected, a list, what JavaScript would make text of. */
const WRONG: readonly (readonly [what: string, body: object])[] = [
  ['an object for text', { title: { a: HACKED } }],
  ['a list for text', { title: [HACKED] }],
  ['a number for text', { title: 1, body: HACKED }],
  ['an object that says how it becomes text', { title: { toString: HACKED, valueOf: HACKED } }],
  ['an object with a length for text', { title: { length: 5, 0: HACKED } }],
  ['a list for a whole number', { title: HACKED, views: [7] }],
  ['text for a whole number', { title: HACKED, views: '7' }],
  ['true for a whole number', { title: HACKED, views: true }],
  ['a fraction for a whole number', { title: HACKED, views: 0.5 }],
  ['a number past all integers', { title: HACKED, views: 2 ** 60 }],
  ['a number below the least one', { title: HACKED, views: -1 }],
  ['a list around one of the values', { title: HACKED, state: ['live'] }],
  ['an object that reads as one of the values', { title: HACKED, state: { toString: 'live' } }],
  ['a list for an object', { title: HACKED, meta: [{ a: 1 }] }],
  ['text for an object', { title: HACKED, meta: '{"a":1}' }],
  ['a list for the whole', [{ title: HACKED }]],
  ['a list of pairs for the whole', [['title', HACKED]]],
  ['an object with numbers for a list of records', { 0: { title: HACKED }, length: 1 }],
];

const wrong: Attack[] = WRONG.map(([what, json]) => ({
  name: `JSON with ${what}`,
  send: request('POST', '/post', { json }),
  answer: REFUSED,
  check: untouched,
}));

const scalars: Attack[] = ['"title=hacked"', 'null', '1', 'true', '""', '[]'].map((body) => ({
  name: `JSON that is ${body} alone`,
  send: jsonText('POST', '/post', body),
  answer: REFUSED,
  check: untouched,
}));

/** Places from which no field of a record may come. */
const ELSEWHERE: readonly (readonly [what: string, bytes: Buffer, statuses: number | readonly number[]])[] = [
  [
    'a field in the query of a POST',
    request('POST', `/post?title=${HACKED}&secret=${HACKED}`, { json: { title: 'mine' } }),
    [201, ...REFUSED],
  ],
  ['the whole record in the query of a POST', request('POST', `/post?title=${HACKED}`, { json: {} }), REFUSED],
  ['the record in the query, without a body', request('POST', `/post?title=${HACKED}`), REFUSED],
  [
    'fields in the header',
    request('POST', '/post', {
      json: { title: 'mine' },
      fields: { title: HACKED, secret: HACKED, 'X-Secret': HACKED, body: HACKED },
    }),
    201,
  ],
  [
    'fields in cookies',
    request('POST', '/post', { json: { title: 'mine' }, fields: { Cookie: `secret=${HACKED}; title=${HACKED}` } }),
    201,
  ],
  [
    'a cookie that is JSON',
    request('POST', '/post', {
      json: { title: 'mine' },
      fields: { Cookie: `j%3A%7B%22secret%22%3A%22${HACKED}%22%7D` },
    }),
    201,
  ],
  ['a record in the body of a GET', request('GET', '/post/1', { json: { secret: HACKED } }), 200],
  ['a record in the body of a DELETE of nothing', request('DELETE', '/post/77777', { json: { id: 1 } }), 404],
  ['a key in the body of a PUT', request('PUT', '/post/1', { json: { id: 2, title: HACKED } }), 422],
  ['a key in the body of a PATCH', request('PATCH', '/post/1', { json: { id: 2 } }), 422],
  ['the hidden column in a PATCH', request('PATCH', '/post/1', { json: { secret: HACKED } }), 422],
  ['the hidden column in a PUT', request('PUT', '/post/1', { json: { title: HACKED, secret: null } }), 422],
  ['operations of a JSON patch', patch('[{"op":"replace","path":"/secret","value":"hacked"}]'), 415],
  ['operations of a JSON patch as a merge patch', patch('[{"op":"add","path":"/secret"}]', 'merge-patch'), REFUSED],
  ['another parent than the one of the URL', comment({ postId: 2, text: HACKED }), 422],
  ['a key for a new comment', comment({ id: 1, text: HACKED }), 422],
  [
    'a parent in the query',
    request('POST', `/post/1/comments?postId=2`, { json: { text: 'mine' } }),
    [201, ...REFUSED],
  ],
  ['a list of records where one is declared', comment([{ text: HACKED }, { text: HACKED }]), REFUSED],
];

const elsewhere: Attack[] = ELSEWHERE.map(([name, send, answer]) => ({
  name,
  send,
  answer,
  async check(answers, target) {
    await untouched(answers, target);
    for (const { postId } of target.models.rows('comment')) expect(postId).to.equal(1);
    expect(target.models.rows('post')[0]?.secret).to.equal('hidden from all');
  },
}));

describeAttacks('mass assignment', [
  ...undeclared,
  ...wrong,
  ...scalars,
  ...elsewhere,
  {
    name: 'a field twice: logic and action see the same, the last one',
    send: jsonText('POST', '/post', '{"title":"hacked","title":"last"}'),
    answer: 201,
    async check(answers, target) {
      await untouched(answers, target);
      expect(lastPost(target)).to.include({ title: 'last' });
    },
  },
  {
    name: 'JSON with an empty name',
    send: request('POST', '/post', { json: { title: HACKED, '': 'secret' } }),
    answer: 422,
    check: untouched,
  },
  {
    name: 'a form with an empty name, which is no field',
    send: form('POST', '/post', `title=mine&=${HACKED}&=secret`),
    answer: [201, 422],
    check: untouched,
  },
  {
    name: 'a field twice in a form',
    send: form('POST', '/post', `title=${HACKED}&title=${HACKED}`),
    answer: 422,
    check: untouched,
  },
  {
    name: 'a field of a form as a list, by brackets',
    send: form('POST', '/post', `title[]=${HACKED}`),
    answer: 422,
    check: untouched,
  },
  {
    name: 'a member of an undeclared object in a form, by brackets',
    send: form('POST', '/post', `title=${HACKED}&owner[a]=${HACKED}`),
    answer: 422,
    check: untouched,
  },
]);

// --- internal ---

function patch(body: string, type = 'json-patch'): Buffer {
  return request('PATCH', '/post/1', { body, fields: { 'Content-Type': `application/${type}+json` } });
}

function comment(json: object): Buffer {
  return request('POST', '/post/1/comments', { json });
}
