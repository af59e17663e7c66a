import { defineLogic, partial } from '@rest-gen/logic';
import type { BeforeWrite, Policy } from '@rest-gen/model/core';
import { expect } from 'chai';
import Rest from '../../../../test/fixture/rest.ts';
import { createModels, type Models, sql } from '../../../model/src/index.ts';
import { type ControllerClass, createRestRouter, definePolicy, type RestRouter } from '../../src/index.ts';

const fields = { title: { string: true }, author: { string: true, nullable: true } } as const;

class Issue extends Rest {
  static names = { author: 'author.name' };
  static hidden = ['author_id'];

  override async beforeWrite({ values }: BeforeWrite): Promise<void> {
    const { author: name } = values;
    if (name === undefined) return;
    delete values.author;
    values.author_id = (await this.model('author').unrestricted().where({ name }).find())?.id ?? null;
  }
}

const POLICIES: readonly (readonly [what: string, policy: Policy])[] = [
  ['record', { read: (user) => ({ team: user.id }) as never }],
  ['field', { read: 'everyone', fields: { name: { read: (user) => ({ team: user.id }) as never } } }],
];

for (const [what, policy] of POLICIES) {
  describe(`a related ${what} that a policy hides`, () => {
    let models: Models;
    let router: RestRouter;
    const send = (method: string, id: number, body?: object) =>
      router.request(method, `/issue/${id}`, { body, user: { id: 1 } });
    const authorOf = async (id: number) => (await models.repository('issue').findOne({ where: { id } }))?.author_id;

    beforeEach(async () => {
      models = createModels('sqlite::memory:');
      for (const text of [
        'create table author (id integer primary key, name text not null, team integer)',
        'create table issue (id integer primary key, title text, author_id integer references author (id))',
        "insert into author values (1, 'Ann', 1), (2, 'Bob', 2)",
        "insert into issue values (1, 'a', 1), (2, 'b', 2)",
      ])
        await sql.raw(text).execute(models.kysely);
      router = createRestRouter({
        rules: [['/issue/:id?', 'rest']],
        controllers: { issue: Issue as ControllerClass },
        logics: { issue: defineLogic({ putAction: { body: fields }, patchAction: { body: partial(fields) } }) },
        policies: { author: definePolicy(policy), issue: definePolicy('everyone') },
        model: models,
        log: false,
      });
      await router.ready;
    });
    afterEach(async () => {
      await router.close();
      await models.close();
    });

    it('stays when the record is sent back as it was shown', async () => {
      const { id, ...shown } = (await send('GET', 2)).body;
      expect(shown).to.eql({ title: 'b', author: null });
      expect((await send('PUT', 2, { ...shown, title: 'c' })).status).to.equal(200);
      expect((await send('PATCH', 2, { author: null })).status).to.equal(200);
      expect(await authorOf(2)).to.equal(2);
    });

    it('can be replaced, also by none where it was seen', async () => {
      expect((await send('PATCH', 2, { author: 'Ann' })).body).to.include({ author: 'Ann' });
      expect(await authorOf(2)).to.equal(1);
      expect((await send('PATCH', 1, { author: null })).status).to.equal(200);
      expect(await authorOf(1)).to.equal(null);
    });
  });
}
