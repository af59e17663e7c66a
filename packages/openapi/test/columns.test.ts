import { createModels, sql } from '@rest-gen/model';
import { createRestRouter } from '@rest-gen/router';
import { expect } from 'chai';
import Rest from '../../../test/fixture/rest.ts';
import { createOpenApi } from '../src/index.ts';
import { info, propertiesOf } from './fixture.ts';

class Post extends Rest {}

describe('columns of records', () => {
  it('have the values that the store says, and null where they may be null', async () => {
    const models = createModels('sqlite::memory:');
    await sql
      .raw(
        `create table post (id integer primary key, state text check (state in ('draft', 'live')), kind text not null check (kind in ('a', 'b')))`,
      )
      .execute(models.kysely);
    const router = createRestRouter({
      rules: [['/post/:id?', 'rest']],
      controllers: { post: Post },
      model: models,
      log: false,
    });
    await router.ready;
    const { components } = await createOpenApi(router, { info });
    await models.close();
    const { state, kind } = propertiesOf(components?.schemas?.Post);
    expect(state).to.eql({ type: ['string', 'null'], enum: ['draft', 'live', null] });
    expect(kind).to.eql({ type: 'string', enum: ['a', 'b'] });
  });
});
