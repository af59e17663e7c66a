import { defineLogic } from '@rest-gen/logic';
import { Controller } from '@rest-gen/router';
import { expect } from 'chai';
import express, { type RequestHandler } from 'express';
import { type Attack, describeAttacks } from './attack.ts';
import { request } from './bytes.ts';
import { HACKED, untouched } from './rows.ts';

const body = {
  name: { required: true, string: true },
  place: { object: true, children: { city: { string: true } } },
  tags: { array: true, children: { string: true } },
  meta: { object: true },
} as const;
const logic = defineLogic({ postAction: { body } });

/** Bodies that parsers of the application have read before the router does. */
const PARSERS: readonly RequestHandler[] = [
  express.json({ strict: false, type: 'application/json' }),
  express.urlencoded({ extended: true }),
  express.text({ type: 'text/*' }),
  express.raw({ type: 'application/octet-stream' }),
];

class Echo extends Controller<typeof logic> {
  static forms = true;
  override async __before(): Promise<void> {
    for (const parse of PARSERS) {
      await new Promise<void>((resolve, reject) => {
        parse(this.req, this.res, (error) => (error ? reject(error) : resolve()));
      });
    }
  }
  postAction(): unknown {
    return this.success(this.post(), { status: 201 });
  }
}

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';

const REFUSED: readonly (readonly [what: string, type: string, body: string])[] = [
  ['__proto__ in JSON', JSON_TYPE, '{"name":"a","__proto__":{"polluted":1}}'],
  ['__proto__ in JSON in JSON', JSON_TYPE, '{"name":"a","meta":{"a":[{"__proto__":{"polluted":1}}]}}'],
  ['JSON that is text', JSON_TYPE, '"name"'],
  ['JSON that is null', JSON_TYPE, 'null'],
  ['65 levels of JSON', JSON_TYPE, `{"name":"a","meta":${'{"a":'.repeat(64)}1${'}'.repeat(65)}`],
  ['1,001 items of JSON', JSON_TYPE, `{"name":"a","tags":[${Array(1_001).fill('"a"')}]}`],
  ['constructor.prototype in a form', FORM, 'name=a&constructor[prototype][polluted]=1'],
  ['constructor.prototype below a declared field', FORM, 'name=a&place[constructor][prototype][polluted]=1'],
  ['toString of a declared field', FORM, 'name[toString]=1'],
  ['an operator in a form', FORM, 'name[$ne]=x'],
  ['an object for a list', FORM, 'name=a&tags[a]=b'],
  ['a list for an object', FORM, 'name=a&place[]=b'],
  ['a list of lists', FORM, 'name=a&tags[0][0]=b'],
  ['an undeclared field in brackets', FORM, 'name=a&place[secret]=b'],
  ['text', 'text/plain', 'name=a'],
  ['text that is JSON', 'text/plain', '{"name":"a"}'],
  ['bytes', 'application/octet-stream', '{"name":"a"}'],
  ['100,000 bytes', 'application/octet-stream', 'a'.repeat(100_000)],
];

const refused: Attack[] = REFUSED.map(([name, type, text]) => ({
  name,
  send: request('POST', '/echo', { body: text, fields: { 'Content-Type': type } }),
  answer: [400, 413, 422],
  async check([answer], target) {
    await untouched([], target);
    expect(answer?.head.length).to.be.below(2_000);
    expect(answer?.body.length, 'errors without end').to.be.below(40_000);
  },
}));

const SEEN: readonly (readonly [what: string, body: string, seen: object])[] = [
  ['__proto__ in a form', `name=a&__proto__[polluted]=${HACKED}`, { name: 'a' }],
  [
    '__proto__ below a declared field',
    `name=a&place[city]=b&place[__proto__][polluted]=${HACKED}`,
    { name: 'a', place: { city: 'b' } },
  ],
  [
    '__proto__ below any object',
    `name=a&meta[b]=c&meta[__proto__][polluted]=${HACKED}`,
    { name: 'a', meta: { b: 'c' } },
  ],
];

const seen: Attack[] = SEEN.map(([name, text, value]) => ({
  name: `${name}: nobody sees it`,
  send: request('POST', '/echo', { body: text, fields: { 'Content-Type': FORM } }),
  answer: [201, 400, 422],
  async check([answer], target) {
    await untouched([], target);
    if (answer?.status === 201) expect(answer.json()).to.deep.equal(value);
  },
}));

describeAttacks('bodies that the application has read', [...refused, ...seen], {
  rules: [['/echo', '/api/tag', 'rest']],
  controllers: { 'api/tag': Echo },
  logics: { 'api/tag': logic },
});
