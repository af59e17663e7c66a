import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TableDescription } from '@rest-gen/model';
import { expect } from 'chai';
import { compareTypes, TYPES_FILE } from '../packages/cli/src/plan/plan-types.ts';
import type { NamedRelation } from '../packages/cli/src/plan/related-types.ts';
import { findProject } from '../packages/cli/src/project/project.ts';
import { compile } from './compilers.ts';
import { ROOT } from './workspace.ts';

/** The oldest supported compiler. */
const OLDEST = 'typescript5';

const TABLES = 100;
/** Type instantiations that so many tables may cost. */
const BUDGET = 5_000;

describe(`types of ${TABLES} tables`, function () {
  this.timeout(60_000);
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
      { ...findProject(ROOT), root },
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

// --- internal ---

const names = Array.from({ length: TABLES }, (_, index) => `table_${index}`);

/** Each table has columns of its own, of all types. */
function tableOf(name: string): TableDescription {
  const types = ['string', 'bigint', 'decimal', 'double', 'boolean', 'date', 'datetime', 'json', 'binary'] as const;
  const columns = [
    { name: 'id', type: 'integer', nullable: false, hasDefault: true } as const,
    ...types.map((type, index) => ({ name: `${type}_of_${name}`, type, nullable: index % 2 === 0, hasDefault: false })),
  ];
  return { name, dialect: 'sqlite', primaryKey: ['id'], columns: new Map(columns.map((one) => [one.name, one])) };
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
