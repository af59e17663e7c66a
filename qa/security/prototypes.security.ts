import { expect } from 'chai';
import { type Attack, describeAttacks } from './attack.ts';
import { type Answer, request } from './bytes.ts';
import { form, HACKED, INHERITED, jsonText, lastPost, untouched, wholeRows } from './rows.ts';

const REFUSED = [400, 422];

/** Bodies with a key that a parser, a copy or a merge could take for the way to a prototype: refused, and nothing written. */
const REACHING: readonly (readonly [what: string, body: string])[] = [
  ['__proto__ beside the fields', '{"title":"hacked","__proto__":{"polluted":1}}'],
  ['__proto__ alone', '{"__proto__":{"title":"hacked","polluted":1}}'],
  ['__proto__ of null', '{"title":"hacked","__proto__":null}'],
  ['__proto__ of text', '{"title":"hacked","__proto__":"x"}'],
  ['__proto__ of a list', '{"title":"hacked","__proto__":[]}'],
  ['__proto__ with an escaped letter', '{"title":"hacked","\\u005f_proto__":{"polluted":1}}'],
  ['__proto__ escaped as a whole', `{"title":"hacked","${escaped('__proto__')}":{"polluted":1}}`],
  ['__proto__ twice', '{"title":"hacked","__proto__":1,"__proto__":{"polluted":1}}'],
  ['__proto__ inside of a field of JSON', '{"title":"hacked","meta":{"__proto__":{"polluted":1}}}'],
  ['__proto__ far down in a field of JSON', `{"title":"hacked","meta":${nested('{"__proto__":{"polluted":1}}', 50)}}`],
  ['__proto__ behind lists', '{"title":"hacked","meta":{"a":[[{"__proto__":{"polluted":1}}]]}}'],
  ['__proto__ behind a constructor', '{"title":"hacked","meta":{"constructor":{"__proto__":{"polluted":1}}}}'],
  ['constructor.prototype beside the fields', '{"title":"hacked","constructor":{"prototype":{"polluted":1}}}'],
  ['prototype beside the fields', '{"title":"hacked","prototype":{"polluted":1}}'],
  ['a path in brackets', '{"title":"hacked","__proto__[polluted]":1}'],
  ['a path with dots', '{"title":"hacked","__proto__.polluted":1}'],
  ['a path through the constructor', '{"title":"hacked","constructor.prototype.polluted":1}'],
  ['what defines a getter', '{"title":"hacked","__defineGetter__":"polluted"}'],
  ['what defines a setter', '{"title":"hacked","__defineSetter__":{}}'],
  ['what looks for a getter', '{"title":"hacked","__lookupGetter__":{}}'],
  ['hasOwnProperty', '{"title":"hacked","hasOwnProperty":1}'],
  ['isPrototypeOf', '{"title":"hacked","isPrototypeOf":true}'],
  ['propertyIsEnumerable', '{"title":"hacked","propertyIsEnumerable":0}'],
  ['toString', '{"title":"hacked","toString":1}'],
  ['toLocaleString', '{"title":"hacked","toLocaleString":{}}'],
  ['valueOf', '{"title":"hacked","valueOf":"x"}'],
  ['toJSON', '{"title":"hacked","toJSON":{}}'],
  ['then', '{"title":"hacked","then":"polluted"}'],
  ['length', '{"title":"hacked","length":4294967295}'],
  ['a required field that every object inherits', '{"constructor":"hacked","views":1}'],
];

const reaching: Attack[] = REACHING.map(([what, body]) => ({
  name: `JSON with ${what}`,
  send: jsonText('POST', '/post', body),
  answer: REFUSED,
  check: untouched,
}));

/** The same in a form: a parser of forms may drop such a name, but never follows it. */
const FORMS: readonly (readonly [what: string, body: string])[] = [
  ['__proto__', '__proto__=polluted'],
  ['a member of __proto__', '__proto__[polluted]=1'],
  ['a member with dots', '__proto__.polluted=1'],
  ['a member behind a name', 'meta[__proto__][polluted]=1'],
  ['a member behind a list', 'meta[0][__proto__][polluted]=1'],
  ['constructor.prototype', 'constructor[prototype][polluted]=1'],
  ['an escaped name', '%5f%5fproto%5f%5f[polluted]=1'],
  ['a name that is escaped twice', '%255f_proto__[polluted]=1'],
  ['brackets that are escaped', '__proto__%5Bpolluted%5D=1'],
  ['a bracket without its end', '__proto__[polluted=1'],
  ['a list of __proto__', '__proto__[]=1&__proto__[]=2'],
  ['hasOwnProperty', 'hasOwnProperty=1'],
  ['toString', 'toString=polluted'],
  ['length', 'length=9999999999'],
];

const forms: Attack[] = FORMS.map(([what, body]) => ({
  name: `a form with ${what}`,
  send: form('POST', '/post', `title=mine&${body}`),
  answer: [201, ...REFUSED],
  async check(answers, target) {
    await wholeRows(target.models);
    // What was accepted has lost the name: it is in no answer and in no row.
    for (const { status, body: text } of answers) if (status === 201) expect(text).not.to.match(/proto|polluted/);
    expect(JSON.stringify(target.models.rows('post'))).not.to.match(/proto|polluted/);
  },
}));

/** Names in places that are read by name: they come back as what they are, or are refused. */
const READ: readonly (readonly [what: string, bytes: Buffer, statuses: number | readonly number[]])[] = [
  ['__proto__ in a query', request('GET', '/plain?__proto__=x'), 200],
  ['a member of __proto__ in a query', request('GET', '/plain?__proto__[polluted]=1'), 200],
  ['constructor.prototype in a query', request('GET', '/plain?constructor[prototype][polluted]=1'), 200],
  ['toString and valueOf in a query', request('GET', '/plain?toString=1&valueOf=2&hasOwnProperty=3'), 200],
  ['then in a query', request('GET', '/plain?then=1'), 200],
  ['toJSON in a query', request('GET', '/plain?toJSON=1'), 200],
  ['__proto__ as a filter', request('GET', '/post?__proto__=1'), 400],
  ['__proto__ as an operator', request('GET', '/post?views[__proto__]=1'), 400],
  ['constructor as a filter', request('GET', '/post?constructor=1'), 400],
  ['constructor as an operator', request('GET', '/post?views[constructor]=1'), 400],
  ['__proto__ as a sort key', request('GET', '/post?sort=__proto__'), 400],
  ['toString as a sort key', request('GET', '/post?sort=-toString'), 400],
  ['__proto__ as a field', request('GET', '/post?fields=__proto__'), 400],
  ['hasOwnProperty as a field', request('GET', '/post?fields=id,hasOwnProperty'), 400],
  ['__proto__ as an id', request('GET', '/post/__proto__'), 404],
  ['constructor as an id of a PATCH', request('PATCH', '/post/constructor', { json: { title: HACKED } }), 404],
  ['__proto__ as a parent', request('POST', '/post/__proto__/comments', { json: { text: HACKED } }), 404],
  ['__proto__ as a header field', header({ ['__proto__']: 'polluted' }), 200],
  ['constructor as a header field', header({ constructor: 'polluted' }), 200],
  ['hasownproperty and tostring as header fields', header({ hasownproperty: '1', tostring: '2', valueof: '3' }), 200],
  ['__proto__ as a cookie', header({ Cookie: '__proto__=polluted; constructor=polluted' }), 200],
  ['__proto__ as a language', header({ 'Accept-Language': '__proto__, constructor;q=0.5' }), 200],
  ['__proto__ as a media type', request('POST', '/post', { body: '{}', fields: { 'Content-Type': '__proto__' } }), 415],
  ['constructor as a charset', jsonText('POST', '/post', '{}', type('; charset=constructor')), 415],
  ['__proto__ as a parameter of a type', jsonText('POST', '/post', '{"a":1}', type('; __proto__=x')), REFUSED],
  ['__proto__ as a content encoding', jsonText('POST', '/post', '{}', { 'Content-Encoding': '__proto__' }), 415],
  ['__proto__ as a preference', jsonText('PATCH', '/post/1', '{}', { Prefer: '__proto__=1, return=__proto__' }), 200],
];

const read: Attack[] = READ.map(([name, send, answer]) => ({ name, send, answer, check: untouched }));

describeAttacks('prototype pollution', [
  ...reaching,
  ...forms,
  ...read,
  {
    name: 'JSON for an action without a logic',
    send: jsonText('POST', '/plain', '{"a":{"__proto__":{"polluted":1}}}'),
    answer: 400,
    check: untouched,
  },
  {
    name: 'names of all objects, stored as own members',
    send: request('POST', '/post', { json: { title: 'mine', meta: OWN() } }),
    answer: 201,
    async check([answer], target) {
      await wholeRows(target.models);
      expect(lastPost(target).meta).to.deep.equal(OWN());
      expect((answer as Answer).json()).to.deep.include({ meta: OWN() });
    },
  },
]);

// --- internal ---

function OWN(): object {
  const names = ['constructor', 'prototype', 'toString', 'valueOf', 'hasOwnProperty', 'then', 'toJSON', 'length'];
  return Object.fromEntries([...names, '__defineGetter__'].map((name) => [name, { [INHERITED]: 1 }]));
}

function header(fields: Record<string, string>): Buffer {
  return request('GET', '/post/1', { fields });
}

function type(parameters: string): Record<string, string> {
  return { 'Content-Type': `application/json${parameters}` };
}

function escaped(text: string): string {
  return [...text].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
}

function nested(inner: string, levels: number): string {
  return '{"a":'.repeat(levels) + inner + '}'.repeat(levels);
}
