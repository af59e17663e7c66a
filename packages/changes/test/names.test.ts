import { fileURLToPath } from 'node:url';
import { createModels, type Models, sql } from '@rest-gen/model';
import { type ControllerClass, createRestRouter, definePolicy, type RestRouter } from '@rest-gen/router';
import { expect } from 'chai';
import Rest from '../../../test/fixture/rest.ts';
import { keepQuiet } from '../../router/test/serve.ts';
import { createChanges } from '../src/index.ts';

const MIGRATIONS = fileURLToPath(new URL('names-migrations', import.meta.url));

/** `author_name` of an older version is a record now, and `body` the column `text`. */
class Issue extends Rest {
  static changes = true;
  static history = { actor: 'editor' };
  static names = { body: 'text', editor: 'changed_by', note: 'secret', author_name: 'author.name' };
  static hidden = ['note'];
}

describe('the changes of a version with static names', () => {
  keepQuiet();
  let models: Models;
  let router: RestRouter;
  const start = async (Class: typeof Issue): Promise<void> => {
    models = createModels('sqlite::memory:', { migrations: MIGRATIONS });
    await models.migrate();
    router = createRestRouter({
      rules: [['/v1/issue/:id?', 'rest']],
      controllers: { 'v1/issue': Class as ControllerClass },
      policies: { issue: definePolicy('everyone'), author: definePolicy('everyone') },
      model: models,
      parts: [createChanges()],
      log: false,
    });
    await router.ready;
  };
  afterEach(async () => {
    await router?.close();
    await models.close();
  });

  it('have its names', async () => {
    await start(Issue);
    await sql.raw("insert into author (id, name) values (1, 'Ann'), (2, 'Bob')").execute(models.kysely);
    const issues = models.repository('issue');
    await issues.insert({ text: 'a', changed_by: 'ann', author_id: 1, secret: 's' });
    const created = (await router.request('GET', '/v1/issue/1')).body;
    const { headers } = await router.request('GET', '/v1/issue?offset=-1');
    await issues.update({ id: 1 }, { text: 'b', changed_by: 'bob', author_id: 2 });
    const updated = (await router.request('GET', '/v1/issue/1')).body;
    expect([created, updated]).to.eql([
      { id: 1, body: 'a', editor: 'ann', author_id: 1, author_name: 'Ann' },
      { id: 1, body: 'b', editor: 'bob', author_id: 2, author_name: 'Bob' },
    ]);

    const { body: entries } = await router.request('GET', '/v1/issue/1/history');
    const told = entries.map(({ action, by, changed, record }: Record<string, unknown>) => ({
      action,
      by,
      changed,
      record,
    }));
    expect(told).to.deep.equal([
      { action: 'update', by: 'bob', changed: ['body', 'editor', 'author_id', 'author_name'], record: updated },
      { action: 'create', by: 'ann', changed: null, record: created },
    ]);
    const next = String(headers['stream-next-offset']);
    const { body: messages } = await router.request('GET', `/v1/issue?offset=${next}`);
    expect(messages.map(({ value }: { value: unknown }) => value)).to.deep.include(updated);
  });

  it('may hide the column that a related field needs', async () => {
    class Hiding extends Issue {
      static override hidden = ['note', 'author_id'];
    }
    await start(Hiding);
    await sql.raw("insert into author (id, name) values (1, 'Ann'), (2, 'Bob')").execute(models.kysely);
    const issues = models.repository('issue');
    await issues.insert({ text: 'a', author_id: 1 });
    const { headers } = await router.request('GET', '/v1/issue?offset=-1');
    await issues.update({ id: 1 }, { author_id: 2 });
    const shown = { id: 1, body: 'a', editor: null, author_name: 'Bob' };
    const { body: entries } = await router.request('GET', '/v1/issue/1/history');
    expect(entries.map(({ changed, record }: Record<string, unknown>) => ({ changed, record }))).to.deep.equal([
      { changed: ['author_name'], record: shown },
      { changed: null, record: { ...shown, author_name: 'Ann' } },
    ]);
    const { body: messages } = await router.request('GET', `/v1/issue?offset=${headers['stream-next-offset']}`);
    expect(messages.map(({ value }: { value?: unknown }) => value)).to.deep.include(shown);
    expect(JSON.stringify([entries, messages])).not.to.contain('author_id');
  });

  it('must not record what the class hides', async () => {
    class Hiding extends Issue {
      static override hidden = ['body', 'note'];
    }
    const error = await start(Hiding).catch((reason: Error) => reason);
    expect((error as Error).message)
      .to.contain('E_CONTROLLER_STATIC')
      .and.contain('hides text');
  });
});
