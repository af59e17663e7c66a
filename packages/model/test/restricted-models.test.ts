import {
  definePolicy,
  type Filter,
  now,
  Policies,
  type Policy,
  restrictModels,
  SoftDeletes,
} from '@rest-gen/model/core';
import { expect } from 'chai';
import { rejected } from '../../../test/stores/fixture.ts';
import { sqliteFixture } from '../../../test/stores/sqlite/open-sqlite.ts';
import { type Models, ModelsError } from '../src/index.ts';

describe('models.as(user)', () => {
  const { open } = sqliteFixture();
  const own = (user: Readonly<Record<string, unknown>>): Filter => ({ owner: user.id as number });
  const policy: Policy = definePolicy({
    read: ['user'],
    create: own,
    update: own,
    delete: 'nobody',
    fields: { secret: { read: own } },
  });

  const policiesOf = (one: Policy | undefined) =>
    one && new Policies([{ table: 't', policy: one, file: undefined, relations: new Map() }]);
  const restrict = (one: Policy | undefined, deletedAt: [string, string][] = []): string | undefined =>
    restrictModels(models, { policies: policiesOf(one), softDeletes: new SoftDeletes(deletedAt) });

  let models: Models;
  beforeEach(async () => {
    ({ models } = await open("t.id(); t.integer('owner'); t.text('secret'); t.datetime('until');"));
    await models.model('t').addMany([
      { owner: 1, secret: 'a' },
      { owner: 2, secret: 'b' },
    ]);
  });

  it('throws until a router has loaded the policies', () => {
    expect(() => models.as({ id: 1 }))
      .to.throw(ModelsError)
      .with.property('code', 'E_POLICIES');
  });

  it('restricts nothing in a project without policies', async () => {
    restrict(undefined);
    expect(await models.as({ id: 1 }).model('t').count()).to.equal(2);
    expect(await models.as(undefined).model('t').count()).to.equal(2);
  });

  for (const nobody of [undefined, null, false, 0, '', Number.NaN] as never[])
    it(`takes ${nobody === '' ? "''" : String(nobody)} for nobody`, async () => {
      const users = definePolicy('user');
      restrict(users);
      await rejected(models.as(nobody).model('t').select(), 'unauthorized');
      await rejected(models.as(nobody).model('t').byId(1).delete(), 'unauthorized');
      expect(await models.as({ id: 1 }).model('t').count()).to.equal(2);
    });

  it('compares with now() when it is asked, for everyone', async () => {
    restrict(definePolicy({ read: { until: { gt: now() } } }));
    const { now: realNow } = Date;
    const at = (time: string): Promise<number> => {
      Date.now = () => Date.parse(time);
      return models
        .as(null)
        .model('t')
        .count()
        .finally(() => {
          Date.now = realNow;
        });
    };
    await models
      .model('t')
      .where({ id: [1, 2] })
      .update({ until: '2030-01-01T00:00:00Z' });
    expect(await at('2029-12-31T23:59:59Z')).to.equal(2);
    expect(await at('2030-01-01T00:00:01Z')).to.equal(0);
  });

  describe('with policies', () => {
    beforeEach(() => restrict(policy));

    it('reads what the user may read', async () => {
      const secrets = async (id: number) =>
        (await models.as({ id }).model('t').order('id').select()).map((row) => row.secret);
      expect(await secrets(1)).to.deep.equal(['a', null]);
      expect(await secrets(2)).to.deep.equal([null, 'b']);
      expect(await models.as({ id: 2 }).model('t').where({ secret: 'a' }).count()).to.equal(0);
      expect(await models.as({ id: 2 }).repository('t').count({ secret: 'b' })).to.equal(1);
    });

    it('takes no promise', () => {
      for (const user of [Promise.resolve(undefined), Promise.reject(new Error('a'))] as never[])
        expect(() => models.as(user))
          .to.throw(ModelsError, /a promise/)
          .with.property('code', 'E_POLICIES');
    });

    it('writes what the user may write', async () => {
      const mine = models.as({ id: 1 }).model('t');
      const { row } = await mine.insert({ secret: 'c' });
      expect(row).to.deep.equal({ id: 3, owner: 1, secret: 'c', until: null });
      await rejected(mine.add({ owner: 2 }), 'forbidden');
      await rejected(mine.byId(2).update({ secret: 'd' }), 'forbidden');
      await rejected(mine.byId(1).delete(), 'forbidden');
      expect(await mine.byId(1).update({ secret: 'd' })).to.equal(1);
    });

    it('needs a user where the policy does', async () => {
      await rejected(models.as(null).model('t').count(), 'unauthorized');
    });

    it('restricts in a transaction, which is rolled back as a whole', async () => {
      const work = models.as({ id: 1 }).transaction(async (tx) => {
        await tx.model('t').add({ secret: 'new' });
        await tx.transaction((inner) => inner.model('t').byId(2).update({ secret: 'stolen' }));
      });
      await rejected(work, 'forbidden');
      expect(await models.model('t').count()).to.equal(2);
    });

    it('belongs to the transaction in which it is called', async () => {
      await models.transaction(async (tx) => {
        await tx.model('t').add({ owner: 2, secret: 'x' });
        expect(await tx.as({ id: 2 }).model('t').where({ secret: 'x' }).count()).to.equal(1);
        expect(await tx.as({ id: 1 }).model('t').where({ secret: 'x' }).count()).to.equal(0);
      });
    });
  });

  describe('with a second router of the same models', () => {
    beforeEach(() => restrict(policy, [['u', 'deleted_at']]));

    const CONFLICTS: readonly [name: string, added: Policy | undefined, deletedAt: [string, string][]][] = [
      ['without policies', undefined, []],
      ['with a policy that allows more', definePolicy('everyone'), []],
      ['with a policy that allows less', { ...policy, read: 'nobody' }, []],
      ['with another column of deleted records', policy, [['U', 'removed_at']]],
    ];
    for (const [name, added, deletedAt] of CONFLICTS)
      it(`refuses one ${name}`, async () => {
        expect(restrict(added, deletedAt)).to.match(/ differ$/);
        await rejected(models.as(null).model('t').count(), 'unauthorized');
        await rejected(models.as({ id: 1 }).model('t').byId(1).delete(), 'forbidden');
      });

    it('takes one with the same policies, and hides what either has deleted', async () => {
      expect(restrict({ ...policy }, [['t', 'secret']])).to.equal(undefined);
      expect(await models.as({ id: 1 }).model('t').count()).to.equal(0);
    });
  });
});
