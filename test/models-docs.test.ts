import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { runExample } from '../packages/logic/test/run-example.ts';
import { createModels } from '../packages/model/src/create-models.ts';
import { defineTable } from '../packages/model/src/schema/define-table.ts';
import type { TableBuilder } from '../packages/model/src/schema/table-builder.ts';
import type { NewColumn } from '../packages/model/src/schema/table-definition.ts';
import { mysqlDialect } from '../packages/model/src/stores/mysql/mysql-dialect.ts';
import { postgresDialect } from '../packages/model/src/stores/postgres/postgres-dialect.ts';
import { sqliteDialect } from '../packages/model/src/stores/sqlite/sqlite-dialect.ts';
import { readTables } from './read-tables.ts';
import { ROOT, readText } from './workspace.ts';

const SECTIONS = ['Stores', 'Errors', 'Builder', 'Migrations', 'Adapters', 'Your own provider'];

const page = ['models', 'typed-tables', 'models-sql', 'models-queries', 'migrations', 'adapters']
  .map((name) => readText(`docs/${name}.md`))
  .join('\n');

/** Programs, with their output in comments. */
const programs = blocksOf('ts').filter((text) => text.includes('createModels(') && text.includes('// → '));
/** Migrations, with the file name in their first line. */
const files = blocksOf('js').flatMap((text) => {
  const [, path] = /^\/\/ (migrations\/\S+)\n/.exec(text) ?? [];
  return path === undefined ? [] : [{ path, text }];
});

describe('docs/models.md and its neighbors', () => {
  it('has its sections in order', () => {
    const written = [...page.matchAll(/^## (.+)$/gm)].map(([, title]) => title as string);
    expect(written).to.deep.equal(SECTIONS.filter((section) => written.includes(section)));
  });

  it('has programs and migrations', () => {
    expect(programs).not.to.be.empty;
    expect(files).not.to.be.empty;
  });

  describe('programs', () => {
    let folder: string;
    const cwd = process.cwd();
    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'rest-gen-docs-'));
      put('package.json', '{ "type": "module" }');
      for (const { path, text } of files) put(path, text);
      mkdirSync(join(folder, 'node_modules/@rest-gen'), { recursive: true });
      for (const name of ['model', 'router', 'logic']) {
        symlinkSync(join(ROOT, 'packages', name), join(folder, 'node_modules/@rest-gen', name), 'dir');
      }
      process.chdir(folder);
    });
    afterEach(() => {
      process.chdir(cwd);
      rmSync(folder, { recursive: true, force: true });
    });

    function put(path: string, text: string): void {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }

    it('run the seed', async () => {
      const [, path = '', text = ''] = /^```ts\n\/\/ (seeds\/\S+)\n([\s\S]*?)^```/m.exec(page) ?? [];
      put(path, text);
      const { default: seed } = await import(pathToFileURL(join(folder, path)).href);
      const models = createModels('sqlite::memory:');
      for (let time = 0; time < 2; time += 1) await models.transaction(seed);
      expect(await models.model('post').count()).to.equal(2);
      await models.close();
    });

    for (const [index, text] of programs.entries()) {
      it(`print the output in their comments: ${index + 1}`, async () => {
        put('src/program.ts', text);
        const { lines, promised } = await runExample(pathToFileURL(join(folder, 'src/program.ts')));
        expect(lines).to.deep.equal(promised);
      });
    }
  });

  describe('the table of columns', () => {
    const table = readTables(page).find(({ head }) => head[0] === 'column' && head[1] === 'SQLite');
    const dialects = [sqliteDialect, postgresDialect, mysqlDialect];

    it('has every kind of column', () => {
      const kinds = (table?.rows ?? []).map(([column]) => /t\.(\w+)/.exec(column ?? '')?.[1]);
      const others = ['primary', 'foreign', 'unique', 'index', 'timestamps', 'changes'];
      const [, body = ''] =
        /interface TableBuilder \{\n([\s\S]*?)\n\}/.exec(readText('packages/model/src/schema/table-builder.ts')) ?? [];
      const known = [...body.matchAll(/^ {2}(\w+)\(/gm)].map(([, name]) => name as string);
      expect(kinds).to.deep.equal(known.filter((name) => !others.includes(name)));
    });

    for (const [column = '', ...types] of table?.rows ?? []) {
      it(column, () => {
        const definition = define(column);
        const declared = dialects.map((dialect) => dialect.columnType(definition.type).compile(dialect.compiler).sql);
        expect(types.slice(0, dialects.length)).to.deep.equal(declared.map((text) => `\`${text}\``));
      });
    }
  });
});

// --- internal ---

function blocksOf(language: string): string[] {
  return [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(
    ([, text]) => text as string,
  );
}

/** Parse `t.decimal(name, 12, 3)`. */
function define(text: string): NewColumn {
  const [, kind = '', list = ''] = /t\.(\w+)\(([^)]*)\)/.exec(text) ?? [];
  const values: unknown[] = (list.match(/\[.*\]|[^, ]+/g) ?? []).map((value) =>
    /^[\d[]/.test(value) ? JSON.parse(value.replaceAll("'", '"')) : value,
  );
  const { columns } = defineTable((table) => {
    (table[kind as keyof TableBuilder] as (...args: unknown[]) => unknown)(...values);
  });
  return columns[0] as NewColumn;
}
