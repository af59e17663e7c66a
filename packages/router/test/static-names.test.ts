import { expect } from 'chai';
import Rest from '../../../test/fixture/rest.ts';
import { checkProject } from '../../inspect/src/index.ts';
import { createModels, sql } from '../../model/src/index.ts';
import { type ControllerClass, createRestRouter } from '../src/index.ts';

const RULES = [['/post/:id?', 'rest']] as const;

describe('fields that static members name', () => {
  const models = createModels('sqlite::memory:');
  before(async () => {
    await sql.raw('create table user (id integer primary key, name text, email text)').execute(models.kysely);
    await sql
      .raw('create table post (id integer primary key, title text, user_id integer references user (id))')
      .execute(models.kysely);
  });
  after(() => models.close());

  class User extends Rest {
    static hidden = ['email'];
  }
  const start = (statics: object): Promise<Error | undefined> => {
    const Post = Object.assign(class extends Rest {}, { include: { user: true } }, statics) as ControllerClass;
    const controllers = { post: Post, user: User as ControllerClass };
    return createRestRouter({ rules: RULES, controllers, model: models, log: false }).ready.then(
      () => undefined,
      (error: Error) => error,
    );
  };

  for (const [member, name, meant] of [
    ['hidden', 'titel', 'title'],
    ['search', 'titel', 'title'],
    ['filterable', 'titel', 'title'],
    ['sortable', 'usr.name', undefined],
    ['sortable', 'user.email', undefined],
    ['filterable', 'user.nam', undefined],
  ] as const) {
    it(`are compared with the table at the start: ${member}, ${name}`, async () => {
      const error = await start({ [member]: ['title', name] });
      expect(error?.message).to.contain('E_CONTROLLER_STATIC').and.contain(`static ${member}`).and.contain(`"${name}"`);
      expect(error?.message).to.contain(
        meant === undefined ? 'It has id, title, user_id.' : `Did you mean "${meant}"?`,
      );
    });
  }

  it('may be those of related records', async () => {
    expect(await start({ search: ['title', 'user.name'], sortable: ['user.name'], filterable: ['user.id'] })).to.equal(
      undefined,
    );
  });

  it('may be hidden by a base class for the tables that have them', async () => {
    class Base extends Rest {
      static hidden = ['email'];
    }
    const controllers = { post: class extends Base {}, user: class extends Base {} };
    const rules = [...RULES, ['/user/:id?', 'rest']] as const;
    await createRestRouter({ rules, controllers, model: models, log: false }).ready;
  });

  it('are compared by check, too', async () => {
    const Post = Object.assign(class extends Rest {}, { hidden: ['titel'] }) as ControllerClass;
    const { findings } = await checkProject({ rules: RULES, controllers: { post: Post }, model: models });
    const [found] = findings.filter(({ level }) => level === 'error');
    expect(found).to.include({ code: 'E_CONTROLLER_STATIC', hint: 'Did you mean "title"?' });
  });
});
