import { defineLogic, partial } from '@rest-gen/logic';
import { Controller } from '@rest-gen/router';
import { expect } from 'chai';
import Rest from '../../test/fixture/rest.ts';
import { type Attack, describeAttacks } from './attack.ts';
import { request } from './bytes.ts';
import { form, HACKED, INHERITED, jsonText, wholeRows } from './rows.ts';

const fields = {
  name: { required: true, string: true },
  constructor: { string: true },
  place: { object: true, children: { city: { string: true }, toString: { string: true } } },
} as const;
/** A logic that passes over what it does not know, and has declared names that every object inherits. */
const logic = defineLogic({ unknown: 'strip', postAction: { body: fields }, patchAction: { body: partial(fields) } });
class Tag extends Rest<typeof logic> {
  static forms = true;
  override async postAction(): Promise<unknown> {
    const body = this.post();
    await this.model().add({ name: body.name });
    // What the action sees, and what it inherits.
    const seen = { own: body, constructor: this.post('constructor') ?? null, place: typeof body.place?.toString };
    return this.success(seen, { status: 201 });
  }
}

/** What a middleware has read of a form with two uploads, only one of which is declared. */
const upload = (fieldname: string) => ({ fieldname, originalname: 'a.png', mimetype: 'image/png', size: 1 });
const files = defineLogic({
  unknown: 'strip',
  postAction: { body: { name: fields.name }, files: { photo: { file: true } } },
});
class Upload extends Controller<typeof files> {
  static forms = true;
  override __before(): void {
    Object.assign(this.req, { files: [upload('photo'), upload('script'), upload('constructor')] });
  }
  postAction(): unknown {
    const seen = {
      all: Object.keys(this.file()),
      script: this.file('script') ?? null,
      own: this.file('photo').fieldname,
    };
    return this.success(seen, { status: 201 });
  }
}

const NAMES = [
  'id',
  'isAdmin',
  'prototype',
  'hasOwnProperty',
  'valueOf',
  'toJSON',
  'then',
  'length',
  '__defineGetter__',
];

/** A body, and what the action sees of it. */
const SEEN: readonly (readonly [what: string, bytes: Buffer, seen: object])[] = [
  ...NAMES.flatMap((name): [string, Buffer, object][] => [
    [`JSON with ${name}`, request('POST', '/tag', { json: { name: 'mine', [name]: HACKED } }), only({ name: 'mine' })],
    [`a form with ${name}`, form('POST', '/tag', `name=mine&${name}=${HACKED}`), only({ name: 'mine' })],
  ]),
  [
    'JSON without the names that all objects inherit',
    request('POST', '/tag', { json: { name: 'mine', place: {} } }),
    { own: { name: 'mine', place: {} }, constructor: null, place: 'undefined' },
  ],
  [
    'JSON with a declared name that all objects inherit',
    request('POST', '/tag', { json: { name: 'mine', constructor: 'a', place: { toString: 'b', valueOf: HACKED } } }),
    { own: { name: 'mine', constructor: 'a', place: { toString: 'b' } }, constructor: 'a', place: 'string' },
  ],
];

const seen: Attack[] = SEEN.map(([name, send, expected]) => ({
  name: `${name}: it is left out`,
  send,
  answer: 201,
  async check([answer], { models }) {
    await wholeRows(models);
    expect(answer?.json()).to.deep.equal(expected);
    expect(JSON.stringify(models.rows('tag'))).not.to.match(new RegExp(`${HACKED}|${INHERITED}`));
  },
}));

const uploads: Attack[] = [
  {
    name: 'an undeclared upload: it is left out',
    send: request('POST', '/upload', { json: { name: 'mine' } }),
    answer: 201,
    check: ([answer]) => expect(answer?.json()).to.deep.equal({ all: ['photo'], script: null, own: 'photo' }),
  },
];

const REFUSED: readonly (readonly [what: string, body: string])[] = [
  ['__proto__', '{"name":"mine","__proto__":{"isAdmin":true}}'],
  ['__proto__ in an object', '{"name":"mine","place":{"__proto__":{"isAdmin":true}}}'],
  ['__proto__ in what is left out', '{"name":"mine","rest":[{"__proto__":{"isAdmin":true}}]}'],
  [
    'an object for a declared name that all objects inherit',
    '{"name":"mine","constructor":{"prototype":{"isAdmin":true}}}',
  ],
  ['the required field in a prototype', '{"__proto__":{"name":"mine"}}'],
];

const refused: Attack[] = REFUSED.map(([name, body]) => ({
  name: `${name}: it is refused`,
  send: jsonText('POST', '/tag', body),
  answer: [400, 422],
  check: (_, { models }) => wholeRows(models),
}));

describeAttacks('a logic that passes over what it does not know', [...seen, ...uploads, ...refused], {
  rules: [
    ['/tag/:id?', '/api/tag', 'rest'],
    ['/upload', 'rest'],
  ],
  controllers: { 'api/tag': Tag, upload: Upload },
  logics: { 'api/tag': logic, upload: files },
});

// --- internal ---

function only(own: object): object {
  return { own, constructor: null, place: 'undefined' };
}
