import { METHODS } from 'node:http';
import { expect } from 'chai';
import { type Attack, describeAttacks } from './attack.ts';
import type { RequestText } from './bytes.ts';
import { type Foreign, openComments, TAKEN, unchanged, written } from './foreign.ts';

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const MERGE = { 'Content-Type': 'application/merge-patch+json' };
const OPERATIONS = {
  body: '[{"op":"replace","path":"/postId","value":1}]',
  fields: { 'Content-Type': 'application/json-patch+json' },
};

/** What names a record, though the path does not. */
const COLLECTION: readonly (readonly [name: string, query: string, text?: RequestText])[] = [
  ['an id in the query', '?id=1'],
  ['ids in the query', '?id=1&id=2'],
  ['an id in brackets', '?id[]=1&id[in]=1,2'],
  ['an id behind a fragment', '#/1'],
  ['an id behind a slash and a question mark', '/?id=1'],
  ['an id in header fields', '', { fields: { Id: '1', 'X-Id': '1', 'X-Resource-Id': '1', Cookie: 'id=1' } }],
  ['a record in X-Original-URL', '', { fields: { 'X-Original-URL': '/post/1', 'X-Rewrite-URL': '/post/1' } }],
  ['an id in JSON', '', { json: { id: 1, title: 'changed' } }],
  ['a list of ids in JSON', '', { json: [1, { id: 1, title: 'changed' }] }],
  ['an id in a form', '', { body: 'id=1&title=changed', fields: FORM }],
];
const isMethod: Attack['check'] = ([answer]) => {
  expect(answer?.json()).to.include({ code: 'E_METHOD' });
  expect(answer?.fields.get('allow')).to.equal('GET, HEAD, QUERY, POST, OPTIONS');
};
const onCollection = COLLECTION.flatMap(([name, query, text = {}]) =>
  ['DELETE', 'PUT', 'PATCH'].map((method) =>
    unchanged(`${method} of a collection with ${name}`, [method, () => `/post${query}`, text], 405, isMethod),
  ),
);
/** DESIGN: what is asked of a collection by a query never becomes a record. */
const ofOthers: readonly Attack[] = [
  unchanged('DELETE of the id of a record that is there', ['DELETE', ({ post }) => `/post?id=${post}`], 405, isMethod),
  unchanged('DELETE through a bulk rule with an id in the query', ['DELETE', () => '/any/post?id=1'], 405, isMethod),
  unchanged('DELETE with an id as a parameter of the path', ['DELETE', () => '/post;id=1'], 404),
  unchanged('DELETE with two ids in the path', ['DELETE', ({ post }) => `/post/${post}/1`], 404),
];

/** The comment of a foreign post, under the post that the attacker may see. */
const underMine = ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'].map((method) => {
  const text = method.startsWith('P') ? { json: { text: 'written' } } : {};
  const path = ({ comment, post }: Foreign) => `/open/1/comments/${comment}?postId=${post}`;
  // A write refuses the parameter, before it looks for the record.
  return unchanged(`${method} of a record of another parent`, [method, path, text], /^[GH]/.test(method) ? 404 : 400);
});

/** Filters that would widen a list to another parent, if they took the place of the one in the path. */
const LISTS: readonly (readonly [name: string, query: (foreign: Foreign) => string, answer: number])[] = [
  ['a filter by another parent', ({ post }) => `postId=${post}`, 200],
  ['a filter by two parents', ({ post }) => `postId[in]=1,${post}`, 200],
  ['a filter by all other parents', () => 'postId[ne]=1', 200],
  ['a filter by any parent', () => 'postId[gte]=0', 200],
  ['a filter by the key of a record of another parent', ({ comment }) => `id=${comment}`, 200],
  ['the parent twice', ({ post }) => `postId=1&postId=${post}`, 400],
  ['the parent through __proto__', ({ post }) => `__proto__[postId]=${post}`, 400],
  ['the parent in params', ({ post }) => `params[postId]=${post}`, 400],
  ['the parent as an alternative', ({ post }) => `or[postId]=${post}`, 400],
  ['the table before the parent', ({ post }) => `comment.postId=${post}`, 400],
];
/** Node 20 does not support in all its versions. */
const HAS_QUERY = METHODS.includes('QUERY');
const QUERIES: readonly (readonly [name: string, text: RequestText, query?: string])[] = [
  ['all other parents in JSON', { json: { 'postId[ne]': 1 } }],
  ['all other parents in a form', { body: 'postId[ne]=1', fields: FORM }],
  ['any parent in JSON', { json: { 'postId[gte]': 0 } }],
  ['any parent in the address', { json: {} }, '?postId[gte]=0'],
];
const hidesForeign: Attack['check'] = ([answer]) => expect(answer?.body).not.to.include('foreign');
const lists: readonly Attack[] = [
  ...LISTS.map(([name, query, answer]) =>
    unchanged(name, ['GET', (foreign) => `/post/1/comments?${query(foreign)}`], answer, hidesForeign),
  ),
  unchanged(
    'a query parameter that the logic declares, with the name of the parent',
    ['GET', ({ post }) => `/open/1/comments?postId=${post}`],
    200,
    hidesForeign,
  ),
  unchanged(
    'lines of another parent',
    ['GET', () => '/post/1/comments?postId[ne]=1', { fields: { Accept: 'application/x-ndjson' } }],
    200,
    hidesForeign,
  ),
  unchanged(
    'a place in the list of another parent',
    ['GET', () => `/post/1/comments?after=${Buffer.from('["id",[0]]').toString('base64url')}`],
    200,
    ([answer]) => expect(answer?.json()).to.deep.equal([{ id: 1, postId: 1, text: 'well said' }]),
  ),
  ...QUERIES.map(([name, text, query = '']) => {
    const right = HAS_QUERY ? (query === '' ? 200 : 400) : 400;
    return unchanged(`QUERY with ${name}`, ['QUERY', () => `/post/1/comments${query}`, text], right, hidesForeign);
  }),
];

const open = ({ post }: Foreign) => `/open/${post}/comments`;
const one = (foreign: Foreign) => `${open(foreign)}/${foreign.comment}`;
const added = ({ post }: Foreign) => ({ postId: post });
const withQuery = (foreign: Foreign) => `${open(foreign)}?postId=1&id=990`;
/** A new record takes a key that the logic declares; a parent never. */
const PARENT = { ...TAKEN, id: undefined };
const parentAsForm = { body: 'text=written&postId=1', fields: FORM };
const asForm = { body: 'text=written&postId=1&id=990', fields: FORM };
const asMerge = { body: JSON.stringify({ ...TAKEN, postId: null }), fields: MERGE };

const writes: readonly Attack[] = [
  unchanged(
    'POST with a parent that the logic does not declare',
    ['POST', () => '/post/1/comments', { json: TAKEN }],
    422,
  ),
  unchanged('POST of a form with such a parent', ['POST', () => '/post/1/comments', asForm], 422),
  unchanged(
    'POST with a key that the logic does not declare',
    ['POST', () => '/post', { json: { title: 'x', id: 990 } }],
    422,
  ),
  unchanged('PATCH by operations', ['PATCH', one, OPERATIONS], 415),
  written('POST with a declared parent', ['POST', open, { json: PARENT }], 201, added),
  unchanged('POST with a parent and a key in the query', ['POST', withQuery, { json: { text: 'written' } }], 400),
  written('POST of a form with a declared parent', ['POST', open, parentAsForm], 201, added),
  written('POST of a list with declared parents', ['POST', open, { json: [PARENT] }], 201, added),
  written(
    'POST by a rule that maps no parent',
    ['POST', () => '/flat', { json: { ...PARENT, postId: 5 } }],
    201,
    () => ({ postId: 5 }),
  ),
  unchanged('PUT that would move a record and its key', ['PUT', one, { json: TAKEN }], 422),
  unchanged('PATCH that would move a record and its key', ['PATCH', one, { json: TAKEN }], 422),
  unchanged('a merge patch that would move a record and its key', ['PATCH', one, asMerge], 422),
  unchanged(
    'PATCH that would move the key of a record without a parent',
    ['PATCH', ({ comment }) => `/keyed/${comment}`, { json: { text: 'written', id: 990 } }],
    422,
  ),
  unchanged(
    'an upsert of a record of another parent',
    ['PUT', ({ comment }) => `/upsert/1/comments/${comment}`, { json: PARENT }],
    409,
  ),
  unchanged('an upsert of an id that is none', ['PUT', () => '/upsert/1/comments/x', { json: PARENT }], 404),
  unchanged('an upsert with the id in the query', ['PUT', () => '/upsert/1/comments?id=990', { json: TAKEN }], 405),
  written(
    'an upsert with another parent and key in the body',
    ['PUT', ({ post }) => `/upsert/${post}/comments/770`, { json: PARENT }],
    201,
    ({ post }) => ({ id: 770, postId: post }),
  ),
];

describeAttacks(
  'parameter origin, in the store',
  [...onCollection, ...ofOthers, ...underMine, ...lists, ...writes],
  openComments(),
);
