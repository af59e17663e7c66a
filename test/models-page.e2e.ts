import { expect } from 'chai';
import { Model } from '../packages/model/src/core/model.ts';
import { createModels } from '../packages/model/src/index.ts';
import { compilePrograms } from './compile-programs.ts';
import { readTables, type Table } from './read-tables.ts';
import { listFiles, readText } from './workspace.ts';

/** Maximum lines of an adapter. */
const LONGEST_ADAPTER = 40;

const page = ['models', 'typed-tables', 'models-sql', 'models-queries', 'migrations', 'adapters']
  .map((name) => readText(`docs/${name}.md`))
  .join('\n');
const adapters = listFiles('qa/adapters/src');
const adapterTexts = new Set(adapters.map(readText));

describe('docs/models.md and its neighbors have', () => {
  it('every adapter', () => {
    expect(adapters).not.to.be.empty;
    const shown = [...sectionOf('Adapters').matchAll(/^### (.+)$/gm)].map(([, title = '']) => title.toLowerCase());
    expect(shown).to.have.members(adapters.map((file) => /([^/]+)\.ts$/.exec(file)?.[1]));
  });

  for (const file of adapters) {
    it(`${file} with at most ${LONGEST_ADAPTER} lines`, () => {
      const text = readText(file);
      expect(page).to.include(`\`\`\`ts\n${text}\`\`\`\n`);
      expect(text.trimEnd().split('\n').length).to.be.at.most(LONGEST_ADAPTER);
    });
  }

  it('the tested provider', () => {
    expect(page).to.include(`\`\`\`ts\n${readText('packages/model/test/docs/memory-provider.ts')}\`\`\`\n`);
  });

  it('every method of the builder', () => {
    const methods = Object.getOwnPropertyNames(Model.prototype).filter((name) => name !== 'constructor');
    const named = tablesOf('Builder')
      .filter(({ head }) => head[0] === 'method')
      .flatMap(({ rows }) => rows.flatMap(([cell = '']) => [...cell.matchAll(/`(\w+)\(/g)].map(([, name]) => name)));
    expect(named).to.have.members(methods);
  });

  it('every option of createModels', () => {
    const [, body = ''] =
      /interface ModelsOptions \{\n([\s\S]*?)\n\}/.exec(readText('packages/model/src/types.ts')) ?? [];
    const options = [...body.matchAll(/^ {2}(\w+)\?:/gm)].map(([, name]) => name);
    const [table] = tablesOf('Stores').filter(({ head }) => head[0] === 'option');
    expect(table?.rows.map(([cell = '']) => cell.replaceAll('`', ''))).to.deep.equal(options);
  });

  describe('addresses', () => {
    const [stores, tls] = ['address', 'encrypted, the server is not checked'].map((name) =>
      tablesOf('Stores').find(({ head }) => head[1] === name),
    );
    const written = (stores?.rows ?? []).flatMap(([, cell = '']) => spansOf(cell)).filter((one) => !one.endsWith('…'));
    const schemes: Record<string, string> = { PostgreSQL: 'postgres', 'MySQL, MariaDB': 'mysql' };
    const encrypted = (tls?.rows ?? []).flatMap(([store = '', ...cells]) =>
      cells.flatMap(spansOf).map((options) => `${schemes[store]}://user:password@localhost/app${options}`),
    );

    it('of every store', () => {
      const all = [...readText('packages/model/src/create-models.ts').matchAll(/^ {4}case '([a-z+]+)':$/gm)];
      const named = (stores?.rows ?? []).flatMap(([, cell = '']) => spansOf(cell)).map((one) => one.split(':')[0]);
      expect([...new Set(named)]).to.have.members(all.map(([, scheme]) => scheme));
      expect(encrypted).to.have.lengthOf(4);
    });

    for (const address of [...written, ...encrypted]) {
      it(`that work: ${address}`, async () => createModels(address).close());
    }
  });

  it('programs that compile', async function () {
    this.timeout(60_000);
    const programs = [...page.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map(([, text = '']) => text);
    const complete = programs.filter(
      (text) => /^import .* from '@rest-gen\/model';$/m.test(text) && !adapterTexts.has(text),
    );
    expect(complete.length).to.be.greaterThan(5);
    const files = complete.map((text, index) => [`program-${index + 1}.ts`, text]);
    expect(await compilePrograms(Object.fromEntries(files))).to.equal('');
  });
});

// --- internal ---

function sectionOf(title: string): string {
  const [, text] = page.split(`\n## ${title}\n`);
  if (text === undefined) throw new Error(`docs/models.md has no section "${title}"`);
  return text.split('\n## ')[0] as string;
}

function tablesOf(title: string): Table[] {
  return readTables(sectionOf(title));
}

function spansOf(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, span]) => span as string);
}
