import { Access, Policies, type Relation, type Relations } from '@rest-gen/model/core';
import { expect } from 'chai';
import { type CurrentUser, definePolicy, type Policy } from '../../../../router/src/index.ts';
import { explainPolicy, type PolicyRequest } from '../../../../router/src/reasons/explain-policy.ts';
import { memoryModels } from '../../../../router/test/memory-models.ts';
import { refusalLines } from '../../../src/explain/policy/policy-lines.ts';

const TABLES = {
  author: { id: 'integer', tenant_id: 'integer' },
  post: { id: 'integer', author_id: 'integer? -> author.id', status: 'string', views: 'integer', secret: 'string?' },
} as const;

/** Explain for a user with id 3, with post 7 of author 5 in tenant 2. */
async function explain(policy: Policy | 'user', asked: PolicyRequest, user: unknown = { id: 3 }) {
  const models = memoryModels(TABLES);
  await models.repository('author').insert({ id: 5, tenant_id: 2 });
  await models.repository('author').insert({ id: 3, tenant_id: 1 });
  await models.repository('post').insert({ id: 7, author_id: 5, status: 'live', views: 1, secret: 'x' });
  const target = await models.repository('author').describe();
  const none: Relations = new Map();
  const author: Relation = {
    kind: 'one',
    target,
    from: 'author_id',
    to: 'id',
    fields: [],
    orderBy: [],
    max: 1,
    relations: none,
  };
  const relations: Relations = new Map([['author', author]]);
  const stored = {
    ...models,
    repository: (name: string) => models.repository(name, {}, name === 'post' ? relations : none),
  };
  const table = { table: 'post', policy: definePolicy(policy as Policy), file: undefined, relations };
  const access = new Access(new Policies([table]), user);
  const description = await models.repository('post').describe();
  const conceal = (name: string) => name === 'secret';
  const tested = { table: access.table('post'), description, models: stored, conceal };
  return explainPolicy(asked, tested);
}

const OWN = (user: CurrentUser) => ({ author_id: user.id });
const UPDATE: PolicyRequest = { operation: 'update', ids: [7] };

describe('why a policy refuses', () => {
  const ROWS: [title: string, policy: Policy | 'user', asked: PolicyRequest, reasons: string[], user?: unknown][] = [
    ['another value', { update: OWN }, UPDATE, ['author_id is 5, and the policy wants 3']],
    ['no user', { update: OWN }, UPDATE, ['there is no user'], null],
    [
      'a value that the user lacks',
      { update: (user) => ({ tenant_id: user.tenantId }) },
      UPDATE,
      ['its function gave no value for "tenant_id"'],
    ],
    ['no filter', { update: () => undefined }, UPDATE, ['its function gave nothing']],
    ['false', { update: () => false }, UPDATE, ['its function returned false']],
    [
      'a promise',
      { update: (async () => true) as never },
      UPDATE,
      ['its function has thrown: A function of a policy must return a filter, true or false, and not a promise.'],
    ],
    ['nobody', { update: 'nobody' }, UPDATE, ['nobody may']],
    ['an operation that is left out', { read: 'everyone' }, UPDATE, ['the policy leaves "update" out, so nobody may']],
    [
      'one of several conditions',
      { update: { status: 'live', views: { gt: 10 } } },
      UPDATE,
      ['views is 1, and the policy wants > 10'],
    ],
    [
      'each rule of a list',
      { update: [OWN, { status: ['draft', 'new'] }] },
      UPDATE,
      ['author_id is 5, and the policy wants 3', 'status is "live", and the policy wants one of "draft", "new"'],
    ],
    ['the rule of always', { always: { views: 2 }, update: 'user' }, UPDATE, ['views is 1, and the policy wants 2']],
    [
      'alternatives',
      { update: { or: [{ views: 2 }, { views: 3 }] } },
      UPDATE,
      ['this does not hold: (views is 2 or views is 3)'],
    ],
    [
      'a related record',
      { update: { 'author.tenant_id': 1 } },
      UPDATE,
      ['no related record matches: author.tenant_id is 1'],
    ],
    [
      'a field that may not be shown',
      { update: { secret: 'y' } },
      UPDATE,
      ['secret has another value than the policy wants'],
    ],
    [
      'a written field',
      { update: 'user', fields: { views: { write: 'nobody' } } },
      { ...UPDATE, values: { views: 2 } },
      ['nobody may'],
    ],
    [
      'what a change would make of the record',
      { update: { status: 'live' } },
      { ...UPDATE, values: { status: 'gone' } },
      ['status is "gone", and the policy wants "live"'],
    ],
    [
      'a related record after the change',
      { update: { 'author.tenant_id': 2 } },
      { ...UPDATE, values: { author_id: 3 } },
      ['no related record matches: author.tenant_id is 2'],
    ],
    [
      'what only the store can say',
      { create: { status: { contains: 'x' } } },
      { operation: 'create', values: { status: 'a' } },
      ['only the store can say whether status contains "x"'],
    ],
    [
      'a new record',
      { create: OWN },
      { operation: 'create', values: { author_id: 5 } },
      ['author_id is 5, and the policy wants 3'],
    ],
  ];
  for (const [title, policy, asked, reasons, user] of ROWS) {
    it(`is ${title}`, async () => {
      const explained = await explain(policy, asked, user === undefined ? { id: 3 } : user);
      expect(explained.allowed).to.equal(title.startsWith('what only') ? undefined : false);
      const refusing = refusalLines(explained).map((line) => line.slice(line.indexOf(': ') + 2));
      for (const [at, reason] of reasons.entries()) expect(refusing[at]).to.include(reason);
      expect(refusing).to.have.length(reasons.length);
      expect(JSON.stringify(explained)).not.to.match(/"y"|"x"(?! )/);
    });
  }

  const ALLOWED: [title: string, policy: Policy | 'user', asked: PolicyRequest][] = [
    ['one word for all operations', 'user', UPDATE],
    ['a condition that the record meets', { update: [OWN, { views: { lte: 1 } }] }, UPDATE],
    ['a related record', { update: { 'author.tenant_id': 2 } }, UPDATE],
    ['a column that the policy sets', { create: OWN }, { operation: 'create', values: { status: 'a' } }],
    ['a change that keeps the condition', { update: { status: 'live' } }, { ...UPDATE, values: { views: 9 } }],
  ];
  for (const [title, policy, asked] of ALLOWED) {
    it(`is not given for ${title}`, async () => {
      const { allowed, rules } = await explain(policy, asked);
      expect(allowed).to.equal(true);
      expect(rules.some(({ allows }) => allows === true)).to.equal(true);
    });
  }
});
