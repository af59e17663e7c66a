import process from 'node:process';
import { expect } from 'chai';
import { cli, type Kind, makeProject, PACKAGE, put, type Ran, removeDirectories, start } from '../fixture.ts';

after(removeDirectories);

function run(root: string, line: string, variables: Record<string, string> = {}): Promise<Ran> {
  return start(PACKAGE, [...line.split(' '), '--cwd', root], { ...process.env, NODE_ENV: 'development', ...variables });
}

const TABLE = "exports.up = (schema) => schema.createTable('post', (t) => { t.id(); t.string('title').unique(); });\n";

/** A project with a table, that also counts its records as a seed. */
function makeSeeds(kind: Kind, seeds: Record<string, string>): string {
  const extension = kind.startsWith('ts') ? 'ts' : 'js';
  const model = kind.endsWith('esm')
    ? "import { createModels } from '@rest-gen/model';\nexport default createModels('sqlite:./app.sqlite3');\n"
    : "const { createModels } = require('@rest-gen/model');\nmodule.exports = createModels('sqlite:./app.sqlite3');\n";
  const files = Object.entries(seeds).map(([name, text]) => [`seeds/${name}`, text]);
  return makeProject(kind, {
    model: true,
    files: { [`src/config/model.${extension}`]: model, 'migrations/1_post.cjs': TABLE, ...Object.fromEntries(files) },
  });
}

const add = (title: string, rest = '') =>
  `export default async (models) => { await models.model('post').add({ title: '${title}' }); ${rest} };\n`;

describe('rest-gen seed', function () {
  this.timeout(60_000);

  it('shows on a terminal which file runs', async () => {
    const root = makeSeeds('js-esm', { '1_a.js': add('a'), '2_b.js': add('b') });
    const { out, err } = await cli(root, 'seed', { isTTY: true, env: { NO_COLOR: '1' } });
    expect(out).to.equal('seeded seeds/1_a.js\nseeded seeds/2_b.js\n');
    expect(err).to.equal('\r\u001b[2Kseeds/1_a.js …\r\u001b[2Kseeds/2_b.js …\r\u001b[2K');
  });

  it('runs the files in the order of their names, each in a transaction', async () => {
    const root = makeSeeds('js-esm', {
      '2_b.mjs': add('b'),
      '1_a.js': add('a'),
      'notes.md': '',
      '3_c.js': add('c', "throw new Error('no');"),
    });
    expect(await run(root, 'seed --dry-run')).to.include({
      code: 0,
      out: 'pending seeds/1_a.js\npending seeds/2_b.mjs\npending seeds/3_c.js\n',
    });
    const { code, out, err } = await run(root, 'seed');
    expect({ code, out }).to.deep.equal({ code: 1, out: 'seeded seeds/1_a.js\nseeded seeds/2_b.mjs\n' });
    expect(err).to.contain('seeds/3_c.js failed: no').and.contain('E_SEED').and.contain('Its records were not stored');
    put(
      root,
      'seeds/3_c.js',
      "export default async (models) => { if ((await models.model('post').count()) !== 2) throw new Error('two'); };",
    );
    put(root, 'seeds/1_a.js', 'export default () => {};');
    const again = await run(root, 'seed');
    expect(again.err)
      .to.contain('seeds/2_b.mjs failed: A record with this value already exists')
      .and.contain('conflict');
    put(root, 'seeds/2_b.mjs', 'export default async () => {};');
    put(root, 'seeds/1_a.js', 'export default async () => {};');
    const last = await run(root, 'seed --json');
    expect(JSON.parse(last.out)).to.deep.include({
      command: 'seed',
      seeds: ['1_a.js', '2_b.mjs', '3_c.js'].map((name) => ({ status: 'seeded', file: `seeds/${name}` })),
    });
  });

  it('loads CommonJS and TypeScript', async () => {
    const commonJs = makeSeeds('js-cjs', {
      '1_a.js': 'module.exports = async (models) => models.model("post").add({});',
    });
    expect(await run(commonJs, 'seed')).to.include({ code: 0, out: 'seeded seeds/1_a.js\n' });
    const typed = makeSeeds('ts-esm', {
      '1_a.ts':
        "import type { Seed } from '@rest-gen/model';\nconst seed: Seed = async (models) => { await models.model('post').add({}); };\nexport default seed;\n",
    });
    expect(await run(typed, 'seed')).to.include({ code: 0, out: 'seeded seeds/1_a.ts\n' });
  });

  it('stores nothing when a file cannot be loaded, and refuses production', async () => {
    const root = makeSeeds('js-esm', { '1_a.js': add('a'), '2_b.js': 'export const up = 1;\n' });
    const refused = await run(root, 'seed');
    expect(refused).to.include({ code: 1, out: '' });
    expect(refused.err).to.contain('seeds/2_b.js has no function as its default export').and.contain('E_SEED');
    put(root, 'seeds/2_b.js', 'nonsense nonsense');
    expect((await run(root, 'seed')).err)
      .to.contain('seeds/2_b.js cannot be loaded')
      .and.contain('E_SEED');
    put(root, 'seeds/2_b.js', add('b'));
    const production = await run(root, 'seed', { NODE_ENV: 'production' });
    expect(production).to.include({ code: 2, out: '' });
    expect(production.err).to.contain('E_PRODUCTION').and.contain('--force');
    await run(root, 'migrate', { NODE_ENV: 'production' });
    expect(await run(root, 'seed --force', { NODE_ENV: 'production' })).to.include({ code: 0 });
    const empty = makeSeeds('js-esm', {});
    expect((await run(empty, 'seed')).err).to.contain('There are no files in seeds.');
  });
});
