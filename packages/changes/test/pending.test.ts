import { fileURLToPath } from 'node:url';
import { createModels, type Models, sql } from '@rest-gen/model';
import { createRestRouter, definePolicy, type RestRouter, type RestRouterOptions } from '@rest-gen/router';
import type { CreatePart } from '@rest-gen/router/part';
import { expect } from 'chai';
import Rest from '../../../test/fixture/rest.ts';
import { keepQuiet } from '../../router/test/serve.ts';
import { createChanges } from '../src/index.ts';

const MIGRATIONS = fileURLToPath(new URL('history-migrations', import.meta.url));

class Post extends Rest {
  static changes = true;
  static history = true;
  static hidden = ['secret'];
}

describe('static changes and static history while migrations are pending', () => {
  keepQuiet();
  let models: Models;
  let router: RestRouter;
  beforeEach(() => {
    models = createModels('sqlite::memory:', { migrations: MIGRATIONS, autoMigrate: false });
  });
  afterEach(async () => {
    await router.close();
    await models.close();
  });

  const start = async (options: Partial<RestRouterOptions> = {}): Promise<void> => {
    router = createRestRouter({
      rules: [['/post/:id?', 'rest']],
      controllers: { post: Post },
      model: models,
      parts: [createChanges()],
      log: false,
      ...options,
    });
    await router.ready;
  };

  it('start, and are served when they have been applied', async () => {
    await start();
    await models.migrate();
    await models.repository('post').insert({ title: 'A', status: 'live', owner_id: 1 });
    const stream = await router.request('GET', '/post?offset=-1');
    expect([stream.status, stream.body[1]?.value.title]).to.deep.equal([200, 'A']);
    expect((await router.request('GET', '/post/1/history')).body).to.have.length(1);
  });

  it('are checked by the first requests then', async () => {
    const reasons: string[] = [];
    const seen: CreatePart = () => ({
      name: 'seen',
      statics: {},
      plan: () => ({ action: () => ({ failed: (_exchange, error) => void reasons.push((error as Error).message) }) }),
    });
    await start({ parts: [createChanges(), seen] });
    await models.migrate();
    await sql`delete from rest_gen_change_table where table_name = 'post'`.execute(models.kysely);
    await models.repository('post').insert({ title: 'A', status: 'live', owner_id: 1 });
    for (const url of ['/post?offset=-1', '/post/1/history'])
      expect((await router.request('GET', url)).status, url).to.equal(500);
    expect((await router.request('GET', '/post')).status).to.equal(200);
    expect(reasons).to.have.length(2);
    for (const reason of reasons) expect(reason).to.match(/^E_CONTROLLER_STATIC\n.*records none/);
  });

  it('are refused at the start where the policy masks a column that is not recorded', async () => {
    await models.migrate();
    const masks = { fields: { body: { read: { status: 'live' } } } };
    const policies = { post: definePolicy({ read: 'everyone', ...masks } as never) };
    const error = await start({ policies }).catch((reason: Error) => reason);
    expect((error as Error).message).to.match(/^E_CONTROLLER_STATIC\n.*the policy "post" masks body/);
    class Kept extends Post {
      static override changes = false;
    }
    await router.close();
    await start({ policies, controllers: { post: Kept } });
  });
});
