import { expect } from 'chai';
import { type Attack, describeAttacks } from './attack.ts';
import type { Answer } from './bytes.ts';
import { jsonText, lastPost, wholeRows } from './rows.ts';

/** Patches of a field of JSON, and what it holds then; `null` stands for what it held before. */
const PATCHES: readonly (readonly [what: string, before: object, patch: string, status: number, after: unknown])[] = [
  ['__proto__ in a merge patch', { a: 1 }, '{"__proto__":{"polluted":1}}', 400, { a: 1 }],
  ['__proto__ far down in a merge patch', { a: { b: {} } }, '{"a":{"b":{"__proto__":{"polluted":1}}}}', 400, null],
  ['__proto__ of null, which would remove it', { a: 1 }, '{"__proto__":null}', 400, { a: 1 }],
  [
    'constructor.prototype, merged into nothing that is inherited',
    { a: 1 },
    '{"constructor":{"prototype":{"polluted":1}}}',
    200,
    { a: 1, constructor: { prototype: { polluted: 1 } } },
  ],
  [
    'toString, merged into nothing that is inherited',
    {},
    '{"toString":{"call":{"polluted":1}}}',
    200,
    { toString: { call: { polluted: 1 } } },
  ],
  ['hasOwnProperty, removed', { hasOwnProperty: 1, a: 1 }, '{"hasOwnProperty":null}', 200, { a: 1 }],
  ['names that are not there, removed', { a: 1 }, '{"valueOf":null,"constructor":null}', 200, { a: 1 }],
  ['a list by its numbers', { a: [1, 2] }, '{"a":{"0":9,"length":0}}', 200, { a: { 0: 9, length: 0 } }],
  ['an object by a list', { a: { b: 1 } }, '{"a":["__proto__"]}', 200, { a: ['__proto__'] }],
];

const patches: Attack[] = PATCHES.map(([name, before, patch, status, after]) => ({
  name,
  send: async ({ models, send }) => {
    const id = await models.repository('post').insert({ title: 'mine', meta: before });
    return send(jsonText('PATCH', `/post/${id}`, `{"meta":${patch}}`));
  },
  answer: status,
  async check([answer], target) {
    await wholeRows(target.models);
    const held = after ?? before;
    expect(lastPost(target).meta).to.deep.equal(held);
    if (status === 200) expect((answer as Answer).json()).to.deep.include({ meta: held });
  },
}));

describeAttacks('merge patches', [
  ...patches,
  {
    name: 'patches that nest a field deeper than a body may be',
    send: async ({ models, send }) => {
      const id = await models.repository('post').insert({ title: 'mine', meta: {} });
      const path = `/post/${id}`;
      const answers = await send(jsonText('PATCH', path, `{"meta":${'{"a":'.repeat(62)}{}${'}'.repeat(62)}}`));
      return [
        ...answers,
        ...(await send(jsonText('PATCH', path, `{"meta":${'{"a":'.repeat(63)}{}${'}'.repeat(63)}}`))),
      ];
    },
    answer: 200,
    check: (answers) => expect(answers.map(({ status }) => status)).to.deep.equal([200, 413]),
  },
]);
