import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createModels, type TableDescription } from '@rest-gen/model';
import { expect } from 'chai';
import { compareTypes, TYPES_FILE } from '../packages/cli/src/plan/plan-types.ts';
import type { NamedRelation, TableRelations } from '../packages/cli/src/plan/related-types.ts';
import { readProject } from '../packages/cli/src/project/project.ts';
import { render } from '../packages/cli/src/render.ts';
import { compilePrograms } from './compile-programs.ts';
import { compile } from './compilers.ts';
import { ROOT, readText } from './workspace.ts';

/** The oldest supported compiler; the others are in `typed-tables.e2e.ts`. */
const OLDEST = 'typescript5';

const TABLES = 100;
/** Type instantiations that so many tables may cost. */
const BUDGET = 5_000;

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

  it('have types that are tested (test/types)', async () => {
    expect(await compile(OLDEST, ['-p', 'test/types'])).to.equal('');
  });

  it('are tested with the file that rest-gen types writes', async () => {
    const migrations = join(ROOT, 'packages/model/test/fixtures/conformance');
    const models = createModels('sqlite::memory:', { migrations });
    await models.migrate();
    const { after } = await compareTypes({ ...readProject(ROOT), root: join(ROOT, 'examples') }, models, RELATIONS);
    await models.close();
    expect(readText('test/types/tables.d.ts')).to.equal(after);
  });

  it('of examples/blog are those of its migrations', async () => {
    const root = join(ROOT, 'examples/blog');
    const models = createModels('sqlite::memory:', { migrations: join(root, 'migrations') });
    await models.migrate();
    expect(await compareTypes(readProject(root), models)).to.include({ status: 'identical' });
    await models.close();
  });

  it('refuse what docs/models.md says', async () => {
    const [, section = ''] = readText('docs/models.md').split('\n## Typed tables\n');
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

  it('are those of the join in docs/models.md', async () => {
    const [, section = ''] = readText('docs/models.md').split('\n## SQL\n');
    const [program = ''] = /^\/\/ src\/controller\/post\.ts\n[\s\S]*?(?=^```$)/m.exec(section) ?? [];
    const files = {
      'src/tables.d.ts': readText('test/types/tables.d.ts'),
      'src/config/model.ts':
        "import { createModels } from '@rest-gen/model';\nexport default createModels('sqlite::memory:');\n",
      'src/controller/rest.ts': render('rest', { ts: true, esm: true }),
      'src/controller/post.ts': program,
    };
    expect(await compilePrograms(files)).to.equal('');
    const wrong = program.replace("'post.title'", "'post.titel'");
    expect(await compilePrograms({ ...files, 'src/controller/post.ts': wrong })).to.contain('controller/post.ts(10,');
  });

  describe(`of ${TABLES} tables`, () => {
    let root: string;
    before(async () => {
      root = mkdtempSync(join(tmpdir(), 'rest-gen-types-'));
      mkdirSync(join(root, 'src'));
      symlinkSync(join(ROOT, 'examples/blog/node_modules'), join(root, 'node_modules'), 'dir');
      put('package.json', '{ "type": "module" }');
      put('src/model.ts', "import { createModels } from '@rest-gen/model';\nexport default createModels('sqlite:');\n");
      put('src/use.ts', `import models from './model.js';\n${names.map(useOf).join('')}`);
      const tables = async (): Promise<TableDescription[]> => names.map(tableOf);
      const { after = '' } = await compareTypes(
        { ...readProject(ROOT), root },
        { tables },
        new Map(names.map(relationsOf)),
      );
      put(TYPES_FILE, after);
    });
    after(() => rmSync(root, { recursive: true, force: true }));

    it(`cost at most ${BUDGET} type instantiations, all of them in use`, async () => {
      const without = await instantiations(['src/model.ts']);
      expect((await instantiations(['src/model.ts', TYPES_FILE])) - without).to.equal(0);
      expect((await instantiations(['src/use.ts', TYPES_FILE])) - without).to.be.within(1, BUDGET);
    });

    async function instantiations(files: readonly string[]): Promise<number> {
      const compilerOptions = {
        target: 'ES2023',
        module: 'NodeNext',
        strict: true,
        skipLibCheck: true,
        noEmit: true,
        types: ['node'],
      };
      put('tsconfig.json', JSON.stringify({ compilerOptions, files }));
      const printed = await compile(OLDEST, ['-p', '.', '--extendedDiagnostics'], root);
      expect(printed).not.to.contain('error TS');
      return Number(/^Instantiations: +(\d+)$/m.exec(printed)?.[1]);
    }

    function put(path: string, text: string): void {
      writeFileSync(join(root, path), text);
    }
  });
});

// --- internal ---

const names = Array.from({ length: TABLES }, (_, index) => `table_${index}`);

/** Each table has columns of its own, of all types. */
function tableOf(name: string): TableDescription {
  const types = ['string', 'bigint', 'decimal', 'double', 'boolean', 'date', 'datetime', 'json', 'binary'] as const;
  const columns = [
    { name: 'id', type: 'integer', nullable: false, hasDefault: true } as const,
    ...types.map((type, index) => ({ name: `${type}_of_${name}`, type, nullable: index % 2 === 0, hasDefault: false })),
  ];
  return { name, dialect: 'sqlite', primaryKey: 'id', columns: new Map(columns.map((one) => [one.name, one])) };
}

/** Each table has a record of the next one, with its list of another one, and a number. */
function relationsOf(name: string, index: number): [table: string, relations: NamedRelation[]] {
  const [next, other] = [1, 2].map((step) => names[(index + step) % TABLES] as string) as [string, string];
  const relation = (kind: NamedRelation['kind'], table: string, relations: readonly NamedRelation[] = []) => {
    return { name: `${kind}_of_${name}`, kind, table, columns: kind === 'count' ? [] : ['id'], relations };
  };
  return [name, [relation('one', next, [relation('many', other)]), relation('count', other)]];
}

/** A read, an insert and an update, with a filter, an order and a value. */
function useOf(name: string): string {
  return `export async function ${name}(): Promise<string | null | undefined> {
  const model = models.model('${name}');
  const rows = await model.where({ string_of_${name}: 'a', id: { gte: 1 }, 'one_of_${name}.id': 1 }).order('-count_of_${name}').page(1).select();
  const id = await model.add({ bigint_of_${name}: 1n, double_of_${name}: 1, date_of_${name}: '2026-01-31', json_of_${name}: [] });
  await model.byId(id).update({ string_of_${name}: 'b' });
  return rows[0]?.string_of_${name};
}
`;
}
