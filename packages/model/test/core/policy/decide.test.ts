import { expect } from 'chai';
import { Access } from '../../../src/core/policy/access.ts';
import { type Decision, decide } from '../../../src/core/policy/decide.ts';
import { definePolicy, type Policy, type PolicyCondition } from '../../../src/core/policy/define-policy.ts';
import { Policies } from '../../../src/core/policy/policies.ts';
import { NO_RELATIONS } from '../../../src/core/relations.ts';

const everything: Decision = [];
const ann = { id: 3, isAdmin: false, tags: [] as unknown[] };

describe('what a condition allows', () => {
  const own: PolicyCondition = (user) => ({ author_id: user.id });
  const rows: [name: string, condition: PolicyCondition | undefined, guest: Decision, user: Decision][] = [
    ['nothing at all', undefined, false, false],
    ['everyone', 'everyone', everything, everything],
    ['user', 'user', false, everything],
    ['nobody', 'nobody', false, false],
    ['a filter', { status: 'live' }, [{ status: 'live' }], [{ status: 'live' }]],
    ['a filter that says null', { author_id: null }, [{ author_id: null }], [{ author_id: null }]],
    ['a function with a filter', own, false, [{ author_id: 3 }]],
    ['a function with true', () => true, false, everything],
    ['a function with false', (user) => user.isAdmin, false, false],
    ['an empty list', [], false, false],
    ['a list', [{ status: 'live' }, own], [{ status: 'live' }], [{ or: [{ status: 'live' }, { author_id: 3 }] }]],
    ['a list in which one allows everything', [own, 'everyone'], everything, everything],
    ['a list of which one rule is left', ['nobody', own, (user) => user.isAdmin], false, [{ author_id: 3 }]],
    ['no value', (user) => ({ tenant_id: user.tenant }), false, false],
    ['null', (user) => ({ tenant_id: user.tenant ?? null }), false, false],
    ['no value inside of an operator', (user) => ({ id: { gt: user.least } }), false, false],
    ['null in a list', () => ({ id: [1, null] }), false, false],
    ['no value in a part', (user) => ({ or: [{ id: 1 }, { id: user.other }] }), false, false],
    ['a column that has to be null', () => ({ gone: { null: true } }), false, [{ gone: { null: true } }]],
    ['an empty list of values', (user) => ({ id: user.tags }), false, [{ id: [] }]],
    ['no filter', () => undefined, false, false],
  ];
  for (const [name, condition, guest, user] of rows) {
    it(name, () => {
      expect(decide(condition, undefined)).to.deep.equal(guest);
      expect(decide(condition, ann)).to.deep.equal(user);
    });
  }

  for (const [name, result] of [
    ['a promise', Promise.resolve(true)],
    ['text', 'everyone'],
    ['a list', [{ id: 1 }]],
    ['a date', new Date(0)],
  ] as const) {
    it(`refuses a function that returns ${name}`, () => {
      expect(() => decide(() => result as never, ann)).to.throw(TypeError, 'must return a filter, true or false');
    });
  }

  it('reports the path of a value that is not there', () => {
    const missing: string[] = [];
    decide([(user) => ({ tenant_id: user.tenant }), (user) => ({ id: { in: [1, user.x] } }), () => null], ann, (path) =>
      missing.push(path),
    );
    expect(missing).to.deep.equal(['tenant_id', 'id.in.1', '']);
  });
});

describe('what a policy allows', () => {
  const open = (policy: Policy, user: unknown = ann) =>
    new Access(new Policies([{ table: 'post', policy, file: undefined, relations: NO_RELATIONS }]), user);

  it('demands "always" of every operation', () => {
    const table = open({ always: (user) => ({ tenant_id: user.id }), read: { status: 'live' }, create: 'user' }).table(
      'post',
    );
    expect(table.decide('read')).to.deep.equal([{ tenant_id: 3 }, { status: 'live' }]);
    expect(table.decide('create')).to.deep.equal([{ tenant_id: 3 }]);
    expect(table.decide('update')).to.equal(false);
  });

  it('demands of a write what its fields demand', () => {
    const fields = { email: { write: { id: 3 } }, role: { write: 'nobody' } } as const;
    const table = open({ update: 'user', fields }).table('post');
    expect(table.decide('update', ['title'])).to.deep.equal(everything);
    expect(table.decide('update', ['title', 'email'])).to.deep.equal([{ id: 3 }]);
    expect(table.decide('update', ['role'])).to.equal(false);
    expect(table.decide('update', ['toString'])).to.deep.equal(everything);
  });

  it('sets what equalities at the top say', () => {
    const defaults = (policy: Policy) => open(policy).table('post').defaults;
    expect(defaults({ always: { tenant_id: 1 }, create: (user) => ({ author_id: { eq: user.id } }) })).to.deep.equal({
      tenant_id: 1,
      author_id: 3,
    });
    expect(defaults({ create: { id: [1, 2], views: { gte: 1 }, 'author.id': 1, gone: null } })).to.deep.equal({});
    expect(defaults({ create: [{ a: 1 }, { b: 2 }] })).to.deep.equal({});
    expect(defaults({ create: ['nobody', { b: 2 }] })).to.deep.equal({ b: 2 });
    expect(defaults({ always: { a: 1 }, create: 'nobody' })).to.deep.equal({ a: 1 });
  });

  it('lists the fields that not every record shows', () => {
    const fields = {
      email: { read: { id: 3 } },
      name: { read: 'everyone' },
      note: { read: 'nobody' },
      age: {},
    } as const;
    expect([...open({ read: 'everyone', fields }).table('post').readMasks()]).to.deep.equal([
      ['email', [{ id: 3 }]],
      ['note', false],
    ]);
  });

  it('is for this user alone as soon as more than "everyone" was asked', () => {
    const access = open(definePolicy('everyone'));
    access.table('post').decide('read');
    expect(access.isPersonal).to.equal(false);
    access.table('post').decide('read', []);
    const other = open({ read: { status: 'live' } });
    other.table('post').decide('read');
    expect(other.isPersonal).to.equal(true);
  });

  it('finds a table that is written in other case, and refuses one without a policy', () => {
    const access = open(definePolicy('everyone'));
    expect(access.table('POST').table).to.equal('post');
    expect(() => access.table('comment'))
      .to.throw('has no policy')
      .with.property('code', 'no_policy');
  });

  it('calls a function once for each request', () => {
    let calls = 0;
    const table = open({ read: () => ++calls > 0 }).table('post');
    table.decide('read');
    table.decide('read');
    expect(calls).to.equal(1);
  });
});
