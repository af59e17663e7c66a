import { defineLogic, type Logic } from '@rest-gen/logic';
import { expect } from 'chai';
import Rest from '../../../../test/fixture/rest.ts';
import { checkProject } from '../../../inspect/src/index.ts';
import { createModels, sql } from '../../../model/src/index.ts';
import { type ControllerClass, createRestRouter } from '../../src/index.ts';

const BODY = { body: { string: true }, author_name: { string: true } } as const;

describe('static names at the start', () => {
  const models = createModels('sqlite::memory:');
  before(async () => {
    for (const table of [
      'author (id integer primary key, name text not null, mail text)',
      'issue (id integer primary key, title text, text text, author_id integer not null references author (id))',
      'comment (id integer primary key, issue_id integer references issue (id))',
      `remark (issue_id integer references issue (id), author_id integer references author (id),
        primary key (issue_id, author_id))`,
    ])
      await sql.raw(`create table ${table}`).execute(models.kysely);
  });
  after(() => models.close());

  class Author extends Rest {
    static hidden = ['mail'];
  }

  const start = async (
    statics: object,
    Base: ControllerClass = Rest,
    logic: Logic = {},
    others: Readonly<Record<string, ControllerClass>> = {},
  ): Promise<string> => {
    const Issue = Object.assign(class extends Base {}, statics) as ControllerClass;
    try {
      await createRestRouter({
        rules: [['/v1/issue/:id?', 'rest']],
        controllers: { 'v1/issue': Issue, author: Author, ...others },
        logics: { 'v1/issue': logic },
        model: models,
        log: false,
      }).ready;
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  };

  for (const [names, ...said] of [
    [{ body: 'txt' }, '"body" is "txt", and "issue" has no column "txt"', 'Did you mean "text"?'],
    [{ body: 'text', words: 'text' }, '"body" and "words" are both the column "text"', 'Leave one of them out'],
    [{ title: 'text' }, '"title" is also a column of "issue", which keeps its name', "{ new_title: 'title' }"],
    [{ title: 'author.name' }, '"title" is also a column of "issue"'],
    [{ author_name: 'author.nam' }, '"author" has no column "nam"', 'Did you mean "name"?'],
    [{ mail: 'author.mail' }, '"mail" is "mail" of "author", which the controller "author" hides'],
    [{ words: 'comments.id' }, 'the relation "comments" has a list of records of "comment"'],
  ] as const) {
    it(`must fit the tables: ${JSON.stringify(names)}`, async () => {
      const message = await start({ names });
      expect(message).to.contain('E_NAMES').and.contain('static names of the controller "v1/issue"');
      for (const text of said) expect(message).to.contain(text);
    });
  }

  it('must not show what the class hides under the name of the table', async () => {
    const message = await start({ names: { body: 'text' }, hidden: ['text'] });
    expect(message).to.contain('E_NAMES').and.contain('"body" is the column "text", which static hidden names');
    expect(await start({ names: { body: 'text' }, hidden: ['body'] })).to.equal('');
  });

  it('need a relation that exists', async () => {
    const message = await start({ names: { x: 'editor.name' } });
    expect(message).to.contain('E_RELATION').and.contain('"editor" of static names of the controller "v1/issue"');
  });

  for (const names of [{ body: '' }, { body: 7 }, ['body'], 'body'])
    it(`have to be names: ${JSON.stringify(names)}`, async () => {
      expect(await start({ names }))
        .to.contain('E_CONTROLLER_STATIC')
        .and.contain("{ body: 'text'");
    });

  it('are those that other static members name', async () => {
    const names = { body: 'text' };
    expect(await start({ names, search: ['text'] }))
      .to.contain('static search')
      .and.contain('"text"');
    expect(await start({ names, search: ['body'], sortable: ['body'], aggregate: ['body'] })).to.equal('');
    const related = { names: { author_name: 'author.name' }, aggregate: ['author_name'] };
    expect(await start(related))
      .to.contain('static aggregate')
      .and.contain('"author_name"');
  });

  it('of a related record need beforeWrite where the logic takes them', async () => {
    const names = { body: 'text', author_name: 'author.name' };
    const message = await start({ names }, Rest, defineLogic({ postAction: { body: BODY } }));
    expect(message).to.contain('E_NAMES').and.contain('postAction takes "author_name", which is "author.name"');
    expect(message).to.contain('sets values.author_id and deletes values.author_name');
    class Writing extends Rest {
      override beforeWrite(): void {}
    }
    expect(await start({ names }, Writing, defineLogic({ postAction: { body: BODY } }))).to.equal('');
    const readOnly = { ...BODY, author_name: { string: true, readOnly: true } } as const;
    expect(await start({ names }, Rest, defineLogic({ postAction: { body: readOnly } }))).to.equal('');
  });

  it('leave a relation no column of its name', async () => {
    const names = { heading: 'title', body: 'text' };
    const author = { table: 'author', key: 'author_id', fields: 'id' };
    for (const name of ['title', 'body', 'heading'])
      expect(await start({ names, include: { [name]: author } }), name)
        .to.contain('E_RELATION')
        .and.contain('"issue" has a column of that name');
    expect(await start({ names, include: { author } })).to.equal('');
  });

  for (const [option, relation] of [
    ['order', { table: 'remark', order: '-author_name' }],
    ['with', { table: 'author', fields: 'id', through: 'remark', with: 'author_name' }],
  ] as const)
    it(`of a related record have no place in "${option}" of a relation`, async () => {
      const Remark = Object.assign(class extends Rest {}, { names: { author_name: 'author.name' } });
      const message = await start({ include: { remarks: relation } }, Rest, {}, { remark: Remark });
      expect(message)
        .to.contain('E_RELATION')
        .and.contain('the relation "remarks" of the controller "v1/issue"')
        .and.contain('"author_name" is a field of a related record');
    });

  it('can swap two columns, and be those of the table', async () => {
    expect(await start({ names: { title: 'text', text: 'title', id: 'id' } })).to.equal('');
  });

  it('are checked by rest-gen check', async () => {
    const Issue = Object.assign(class extends Rest {}, { names: { body: 'txt' } }) as ControllerClass;
    const { findings } = await checkProject({
      rules: [['/v1/issue/:id?', 'rest']],
      controllers: { 'v1/issue': Issue },
      model: models,
    });
    expect(findings.map(({ code }) => code)).to.include('E_NAMES');
  });
});
