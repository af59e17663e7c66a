import { defineLogic } from '@rest-gen/logic';
import { Controller } from '@rest-gen/router';
import { expect } from 'chai';
import { type Attack, describeAttacks } from './attack.ts';
import { form, HACKED, untouched } from './rows.ts';

const body = {
  tags: { array: true, uniqueItems: true },
  ids: { array: true, children: { int: true } },
  name: { string: true },
  live: { boolean: true },
  count: { int: true },
  ratio: { float: true },
} as const;
const logic = defineLogic({ postAction: { body } });

/** Says what it was given, with its types. */
class Echo extends Controller<typeof logic> {
  static forms = true;
  postAction(): unknown {
    return this.success(this.post(), { status: 201 });
  }
}

const repeated = (count: number, write: (at: number) => string, between: string) =>
  Array.from({ length: count }, (_, at) => write(at)).join(between);

const REFUSED: readonly (readonly [what: string, body: string, statuses: number | readonly number[]])[] = [
  ['1,001 fields', repeated(1_001, (at) => `n${at}=`, '&'), 413],
  ['1,000 fields that nobody declares', repeated(1_000, (at) => `n${at}=`, '&'), 422],
  ['1,001 separators', '&'.repeat(1_001), 413],
  ['a name 1,001 times', repeated(1_001, () => 'tags=a', '&'), 413],
  ['a list in one text of 1,001 items', `tags=${repeated(1_001, String, ',')}`, 413],
  ['a list in one text of 50,000 items', `ids=${repeated(50_000, () => '1', ',')}`, 413],
  ['lists in texts of a list', repeated(500, () => `tags=${'a,'.repeat(100)}`, '&'), [413, 422]],
  ['100,000 commas', `tags=${','.repeat(100_000)}`, [413, 422]],
  ['100,000 commas for numbers', `ids=${','.repeat(100_000)}`, [413, 422]],
  ['a name of 50,000 letters', `${'n'.repeat(50_000)}=1`, 422],
  ['a name of 5,000 levels', `name${'[a]'.repeat(5_000)}=1`, 422],
  ['a name of 30,000 brackets', `name${'['.repeat(30_000)}=1`, 422],
  ['a number that is rounded', 'count=9007199254740993', 422],
  ['a number of JavaScript', 'count=0x1f', 422],
  ['a number with an exponent for a whole one', 'count=1e3', 422],
  ['a number with blanks', 'count=+1', 422],
  ['a number in other digits', `count=${encodeURIComponent('\u0661\u0662')}`, 422],
  ['a number past all numbers', 'ratio=1e999', 422],
  ['a number of 50,000 digits', `ratio=${'9'.repeat(50_000)}`, 422],
  ['Infinity', 'ratio=Infinity', 422],
  ['NaN', 'ratio=NaN', 422],
  ['a truth that is none', 'live=TRUE', 422],
  ['an object for a truth', 'live[a]=true', 422],
  ['invalid UTF-8 as a name', '%ff%fe=1', 422],
  ['half a surrogate pair', 'name=%ed%a0%80', [201, 422]],
  ['a form for a record that is JSON inside', 'meta={"a":1}&name=x', 422],
];

const refused: Attack[] = REFUSED.map(([name, text, answer]) => ({
  name,
  send: form('POST', '/echo', text),
  answer,
  check: ([answered]) => expect(answered?.head.length).to.be.below(2_000),
}));

const READ: readonly (readonly [what: string, body: string, value: unknown])[] = [
  [
    'a list in one text of 1,000 items',
    `tags=${repeated(1_000, String, ',')}`,
    { tags: repeated(1_000, String, ',').split(',') },
  ],
  ['escapes once, and only once', 'name=%2541%2500', { name: '%41%00' }],
  ['a separator that is escaped', 'name=a%26live=true', { name: 'a&live=true' }],
  ['a semicolon that is no separator', 'name=a;live=true', { name: 'a;live=true' }],
  ['a blank as a plus sign', 'name=a+b%2Bc', { name: 'a b+c' }],
  ['nothing but separators', '&&=&&', {}],
];

const read: Attack[] = READ.map(([name, text, value]) => ({
  name,
  send: form('POST', '/echo', text),
  answer: 201,
  check: ([answered]) => expect(answered?.json()).to.deep.equal(value),
}));

describeAttacks(
  'forms',
  [
    ...refused,
    ...read,
    {
      name: 'a form that is a record, with a NUL in it',
      send: form('POST', '/post', `title=${HACKED}%00`),
      answer: 422,
      check: untouched,
    },
  ],
  { rules: [['/echo', '/api/tag', 'rest']], controllers: { 'api/tag': Echo }, logics: { 'api/tag': logic } },
);
