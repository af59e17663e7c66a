import { join } from 'node:path';
import { createModels, sql } from '@rest-gen/model';
import { expect } from 'chai';
import { compareTypes } from '../packages/cli/src/plan/plan-types.ts';
import type { NamedRelation, TableRelations } from '../packages/cli/src/plan/related-types.ts';
import { findProject } from '../packages/cli/src/project/project.ts';
import { render } from '../packages/cli/src/render.ts';
import { compilePrograms } from './compile-programs.ts';
import { ROOT, readText } from './workspace.ts';

/** Of classes for the tables of `test/types`. */
const AUTHOR: NamedRelation = {
  ...{ name: 'author', kind: 'one', table: 'author', columns: ['id', 'name'] },
  relations: [{ name: 'postCount', kind: 'count', table: 'post', columns: [], relations: [] }],
};
const POSTS: NamedRelation = {
  ...{ name: 'posts', kind: 'many', table: 'post', columns: ['id', 'title'], relations: [AUTHOR] },
};
const RELATIONS: TableRelations = new Map([
  ['post', [AUTHOR]],
  ['author', [POSTS]],
]);

describe('typed tables', function () {
  this.timeout(60_000);

  it('are tested with the file that rest-gen types writes', async () => {
    const migrations = join(ROOT, 'test/stores/fixtures/conformance');
    const models = createModels('sqlite::memory:', { migrations });
    await models.migrate();
    const { after } = await compareTypes({ ...findProject(ROOT), root: join(ROOT, 'examples') }, models, RELATIONS);
    await models.close();
    expect(readText('test/types/tables.d.ts')).to.equal(after);
  });

  it('of examples/blog are those of its migrations', async () => {
    const root = join(ROOT, 'examples/blog');
    const models = createModels('sqlite::memory:', { migrations: join(root, 'migrations') });
    await models.migrate();
    expect(await compareTypes(findProject(root), models)).to.include({ status: 'identical' });
    await models.close();
  });

  it('compile with keys of every type', async () => {
    const models = createModels('sqlite::memory:');
    const types = ['integer', 'bigint', 'decimal(20)', 'text', 'uuid char(36)', 'date', 'datetime', 'boolean', 'blob'];
    for (const [at, type] of types.entries())
      await sql.raw(`create table t${at} (id ${type} not null primary key)`).execute(models.kysely);
    const { after = '' } = await compareTypes({ ...findProject(ROOT), root: join(ROOT, 'examples') }, models);
    await models.close();
    const names = types.map((_, at) => `t${at}`);
    expect(after.match(/^ {2}id: .*;$/gm)).to.include.members(['  id: boolean;', '  id: Uint8Array;']);
    const rest = { 'src/tables.d.ts': after, 'src/controller/rest.ts': render('rest', { ts: true, esm: true }) };
    const controllers = names.map((name) => [
      `src/controller/${name}.ts`,
      `import type { Tables } from '@rest-gen/model';
import Rest from './rest.js';

export default class Item extends Rest {
  override async postAction() {
    const id = await this.model('${name}').add({} as Tables['${name}']['insert']);
    await this.model('${name}').byId(id).delete();
    const where = { id: [id] };
    return this.created(id, await this.model('${name}').where(where).find());
  }
}
`,
    ]);
    expect(await compilePrograms({ ...rest, ...Object.fromEntries(controllers) })).to.equal('');
  });

  it('refuse what docs/typed-tables.md says', async () => {
    const section = readText('docs/typed-tables.md');
    const [, program = ''] = /^```ts\n([\s\S]*?)^```$/m.exec(section) ?? [];
    const logic = `import { defineLogic } from '@rest-gen/logic';
export default defineLogic({ postAction: { body: { title: { required: true, string: true } } } });
`;
    const files = {
      'src/tables.d.ts': readText('test/types/tables.d.ts'),
      'src/controller/rest.ts': render('rest', { ts: true, esm: true }),
      'src/logic/post.ts': logic,
      'src/controller/post.ts': program,
    };
    expect(await compilePrograms(files)).to.equal('');
    const errors = await compilePrograms({
      ...files,
      'src/controller/post.ts': program.replaceAll('// @ts-expect-error', '//'),
    });
    // The messages in the page are those of the compiler.
    for (const [, message = ''] of program.matchAll(/@ts-expect-error (.+)/g)) expect(errors).to.contain(message);
  });

  it('are those of the join in docs/models-sql.md', async () => {
    const section = readText('docs/models-sql.md');
    const [program = ''] = /^\/\/ src\/controller\/post\.ts\n[\s\S]*?(?=^```$)/m.exec(section) ?? [];
    const files = {
      'src/tables.d.ts': readText('test/types/tables.d.ts'),
      'src/config/model.ts':
        "import { createModels, sql } from '@rest-gen/model';\nexport default createModels('sqlite::memory:');\n",
      'src/controller/rest.ts': render('rest', { ts: true, esm: true }),
      'src/controller/post.ts': program,
    };
    expect(await compilePrograms(files)).to.equal('');
    const wrong = program.replace("'post.title'", "'post.titel'");
    expect(await compilePrograms({ ...files, 'src/controller/post.ts': wrong })).to.contain('controller/post.ts(10,');
  });
});
