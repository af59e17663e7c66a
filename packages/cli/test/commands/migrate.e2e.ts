import { join } from 'node:path';
import process from 'node:process';
import { expect } from 'chai';
import {
  cli,
  fileNames,
  type Kind,
  makeDirectory,
  makeProject,
  PACKAGE,
  put,
  type Ran,
  read,
  removeDirectories,
  start,
} from '../fixture.ts';

after(removeDirectories);

const POST = '20260101000000_create_post';
const COMMENT = '20260102000000_create_comment';
const UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** In its own process: a process loads a model once, and CommonJS requires the build output. An empty variable counts as none. */
function migrate(root: string, ...args: string[]): Promise<Ran> {
  return migrateWith({ DATABASE_URL: '' }, root, ...args);
}

function migrateWith(variables: Record<string, string>, root: string, ...args: string[]): Promise<Ran> {
  return start(PACKAGE, ['migrate', ...args, '--cwd', root], { ...process.env, NODE_ENV: 'production', ...variables });
}

/** A generated project with two tables and its own database. */
async function makeMigrated(kind: Kind): Promise<string> {
  const root = makeProject(kind, { model: true });
  for (const [line, now] of [
    ['controller post -r', '2026-01-01'],
    ['controller comment postId:references! -r', '2026-01-02'],
  ] as const) {
    expect(await cli(root, line, { now: new Date(now) })).to.include({ code: 0 });
  }
  return root;
}

/** A project whose model is this text. */
function withModel(text: string, file = 'src/config/model.js', kind: Kind = 'js-esm'): string {
  return makeProject(kind, { model: true, files: { [file]: text } });
}

describe('rest-gen migrate', function () {
  this.timeout(60_000);

  for (const kind of ['js-esm', 'js-cjs'] as const) {
    it(`applies, lists and reverts migrations (${kind})`, async () => {
      const root = await makeMigrated(kind);
      expect(await migrate(root, '--status')).to.deep.equal({
        code: 1,
        out: `pending ${POST}\npending ${COMMENT}\n`,
        err: '',
      });
      expect(await migrate(root)).to.deep.equal({ code: 0, out: `applied ${POST}\napplied ${COMMENT}\n`, err: '' });
      expect(fileNames(root)).to.include('data/app.sqlite3');
      expect(await migrate(root)).to.deep.equal({ code: 0, out: '', err: 'note  nothing to do\n' });

      const status = await migrate(root, '--status');
      expect(status).to.include({ code: 0, err: '' });
      expect(status.out.replace(/ {2}\S+Z$/gm, '  <when>')).to.equal(
        `applied ${POST}  <when>\napplied ${COMMENT}  <when>\n`,
      );

      expect(await migrate(root, '--down')).to.deep.equal({ code: 0, out: `reverted ${COMMENT}\n`, err: '' });
      expect(await migrate(root, '--dry-run')).to.include({ code: 1 });
      expect(await migrate(root)).to.include({ out: `applied ${COMMENT}\n` });
      await migrate(root, '--down');
      await migrate(root, '--down');
      expect(await migrate(root, '--down')).to.deep.equal({ code: 0, out: '', err: 'note  nothing to do\n' });
    });
  }

  for (const kind of ['ts-esm', 'ts-cjs'] as const) {
    it(`loads TypeScript without a build (${kind})`, async () => {
      const root = await makeMigrated(kind);
      put(root, 'src/env.ts', 'export const isHere: boolean = true;\n');
      put(root, 'src/config/model.ts', `import '../env.js';\n${read(root, 'src/config/model.ts')}`);
      expect(await migrate(root)).to.deep.equal({ code: 0, out: `applied ${POST}\napplied ${COMMENT}\n`, err: '' });
    });
  }

  it('uses DATABASE_URL', async () => {
    const root = await makeMigrated('js-esm');
    expect(await migrateWith({ DATABASE_URL: 'sqlite:other.sqlite3' }, root)).to.include({ code: 0 });
    expect(fileNames(root)).to.include('other.sqlite3').and.not.include('data/app.sqlite3');
  });

  it('applies each migration once when several processes run', async () => {
    const root = await makeMigrated('js-esm');
    const both = await Promise.all([migrate(root), migrate(root)]);
    expect(both.map(({ code }) => code)).to.deep.equal([0, 0]);
    const lines = both.flatMap(({ out }) => out.split('\n').filter(Boolean));
    expect(lines.sort()).to.deep.equal([`applied ${POST}`, `applied ${COMMENT}`]);
  });

  it('names a migration that fails, and lists those that it has applied before', async () => {
    const root = await makeMigrated('js-esm');
    put(
      root,
      'migrations/20260103000000_broken.js',
      "export const up = () => { throw new Error('no such thing'); };\n",
    );
    const ran = await migrate(root);
    expect(ran).to.include({ code: 1, out: `applied ${POST}\napplied ${COMMENT}\n` });
    expect(ran.err).to.contain('20260103000000_broken.js').and.contain('no such thing.').and.contain('(E_MIGRATION)');
    expect((await migrate(root, '--status')).out).to.match(/^applied .*\napplied .*\npending 20260103000000_broken\n$/);
  });

  it('prints JSON', async () => {
    const root = await makeMigrated('js-esm');
    const ran = await cli(root, 'migrate --json');
    expect(JSON.parse(ran.out)).to.deep.equal({
      command: 'migrate',
      root,
      model: 'src/config/model.js',
      migrations: [
        { status: 'applied', name: POST },
        { status: 'applied', name: COMMENT },
      ],
      notes: [],
    });
    const [first] = JSON.parse((await migrate(root, '--status', '--json')).out).migrations;
    expect(first).to.include({ status: 'applied', name: POST });
    expect(first.appliedAt).to.match(UTC);
  });

  it('uses the build output, in the directory of the project', async () => {
    const root = await makeMigrated('js-esm');
    const before = process.cwd();
    put(root, 'src/config/model.js', 'throw new Error();');
    put(
      root,
      'dist/config/model.cjs',
      [
        "const { createModels } = require('@rest-gen/model');",
        'exports.__esModule = true;',
        "exports.default = createModels('sqlite:built.sqlite3');",
        '',
      ].join('\n'),
    );
    expect(await cli(join(root, 'src'), 'migrate')).to.include({ code: 0 });
    expect(fileNames(root)).to.include('built.sqlite3');
    expect(process.cwd()).to.equal(before);
  });

  /** What a provider returns, and what is printed. */
  const RETURNED: [line: string, method: string, returned: string, code: number, out: string][] = [
    ['migrate', 'migrate', "{ applied: ['1_a', '2_b'] }", 0, 'applied 1_a\napplied 2_b\n'],
    ['migrate', 'migrate', '{ applied: [] }', 0, ''],
    ['migrate --down', 'migrateDown', "{ reverted: '2_b' }", 0, 'reverted 2_b\n'],
    ['migrate --down', 'migrateDown', '{ reverted: undefined }', 0, ''],
    ['migrate --status', 'migrationStatus', '[]', 0, ''],
    [
      'migrate --status',
      'migrationStatus',
      `[{ name: '1_a', state: 'changed', appliedAt: new Date(0) }, { name: '2_b', state: 'half-reverted' }]`,
      1,
      'changed 1_a  1970-01-01T00:00:00.000Z\nhalf-reverted 2_b\n',
    ],
    ['migrate --fresh', 'migrateFresh', '{ applied: [] }', 0, 'dropped every table\n'],
  ];
  for (const [line, method, returned, code, out] of RETURNED) {
    it(`prints what ${method}() returned: ${returned}`, async () => {
      const ran = await cli(withModel(`export default { ${method}: async () => (${returned}) };`), line);
      expect(ran).to.deep.equal({ code, out, err: out === '' ? 'note  nothing to do\n' : '' });
    });
  }

  it('shows the current migration on a terminal', async () => {
    const root = withModel(
      "export default { migrate: async ({ onBegin }) => { onBegin('1_a'); return { applied: ['1_a'] }; } };",
    );
    expect((await cli(root, 'migrate', { isTTY: true })).err).to.equal('\r\u001b[2K1_a …\r\u001b[2K');
    expect((await cli(root, 'migrate', { isTTY: true, env: { TERM: 'dumb' } })).err).to.equal('');
  });

  const CLOSED: [migrate: string, error: string | undefined][] = [
    ["return { applied: ['1_a'] };", undefined],
    ["throw new Error('early');", 'early.'],
    ["late = true; return { applied: ['1_a'] };", 'late.'],
    ["late = true; throw new Error('early');", 'early.'],
  ];
  for (const [body, message] of CLOSED) {
    it(`closes the models after ${body}`, async () => {
      const root = withModel(`
        import { writeFileSync } from 'node:fs';
        let late = false;
        const close = async () => { writeFileSync('closed', ''); if (late) throw new Error('late'); };
        export default { async migrate() { ${body} }, close };
      `);
      const ran = await cli(root, 'migrate --json');
      expect(ran.code).to.equal(message === undefined ? 0 : 1);
      expect(JSON.parse(ran.out).error?.message).to.equal(message);
      expect(fileNames(root)).to.include('closed');
    });
  }

  const MODELS = "import { createModels } from '@rest-gen/model';\nexport default createModels";
  const ERRORS: [model: string, exit: number, code: string, message: string, fix: string][] = [
    [`${MODELS}('nosql:x');`, 1, 'E_STORE_URL', 'nosql', 'sqlite:'],
    [`${MODELS}('sqlite::memory:');`, 1, 'E_MIGRATION', 'The directory of the migrations does not exist', 'migrations'],
    ["export default { migrate: async () => { throw 'luck'; } };", 1, 'E_MIGRATE', 'luck.', 'Fix the cause'],
    ['export default { close() {} };', 4, 'E_MODEL', 'src/config/model.js have no migrate().', 'tool of their store'],
    ['export const models = {};', 4, 'E_MODEL', 'is not a model provider', 'Write export default'],
    ['export default null;', 4, 'E_MODEL', 'is not a model provider', 'Write export default'],
    ['export default {', 4, 'E_MODEL', 'cannot be loaded: ', 'Fix the file'],
    ["throw 'a text';", 4, 'E_MODEL', 'cannot be loaded: a text.', 'Fix the file'],
    ["import './missing.js';", 4, 'E_MODEL', 'Cannot find module', 'Fix the file'],
  ];
  for (const [model, exit, code, message, fix] of ERRORS) {
    it(`exits with ${exit} for the model ${model}`, async () => {
      const ran = await cli(withModel(model), 'migrate --json');
      expect(ran.code, ran.err).to.equal(exit);
      const { error } = JSON.parse(ran.out);
      expect(error.code).to.equal(code);
      expect(error.message).to.contain(message);
      expect(error.fix).to.contain(fix);
    });
  }

  it('needs a project with a model', async () => {
    const nowhere = await cli(makeDirectory(), 'migrate');
    expect(nowhere.code).to.equal(4);
    expect(nowhere.err).to.contain('(E_NO_PROJECT)');
    const bare = await cli(makeProject('js-esm'), 'migrate');
    expect(bare.code).to.equal(4);
    expect(bare.err).to.contain('(E_NO_MODEL)');
  });

  it('refuses options that exclude each other', async () => {
    for (const line of [
      '--down --status',
      '--down --dry-run',
      '--fresh --down',
      '--fresh --status',
      '--fresh --dry-run',
    ]) {
      expect(await cli(makeDirectory(), `migrate ${line}`), line).to.include({ code: 2, out: '' });
    }
    expect(await cli(makeDirectory(), 'migrate --force')).to.include({ code: 2, out: '' });
  });

  it('names the file that cannot be opened', async () => {
    const root = await makeMigrated('js-esm');
    put(root, 'data/app.sqlite3/in-the-way', '');
    const ran = await migrate(root);
    expect(ran).to.include({ code: 1, out: '' });
    expect(ran.err.replace(/\s+/g, ' ')).to.contain(
      `it cannot be opened: ${join(root, 'data/app.sqlite3')}. (unavailable)`,
    );
  });

  describe('--fresh', () => {
    it('drops every table, and applies all migrations', async () => {
      const root = await makeMigrated('js-esm');
      await migrate(root);
      put(root, `migrations/${POST}.js`, `${read(root, `migrations/${POST}.js`)}// changed\n`);
      const refused = await migrate(root);
      expect(refused).to.include({ code: 1, out: '' });
      expect(refused.err).to.contain('changed since it was applied').and.contain('--fresh');
      expect((await migrate(root, '--status')).out).to.match(
        new RegExp(`^changed ${POST}  .*\\napplied ${COMMENT}  .*\\n$`),
      );
      expect(await migrateWith({ DATABASE_URL: '', NODE_ENV: 'development' }, root, '--fresh')).to.deep.equal({
        code: 0,
        out: `dropped every table of ./data/app.sqlite3\napplied ${POST}\napplied ${COMMENT}\n`,
        err: '',
      });
      expect(await migrate(root, '--status')).to.include({ code: 0 });
    });

    it('requires --force in production', async () => {
      const root = withModel("export default { migrateFresh: async () => ({ applied: ['1_a'] }) };");
      const env = { NODE_ENV: 'production' };
      const ran = await cli(root, 'migrate --fresh', { env });
      expect(ran).to.include({ code: 2, out: '' });
      expect(ran.err).to.contain('(E_PRODUCTION)').and.contain('--force');
      expect(await cli(root, 'migrate --fresh --force --json', { env })).to.include({ code: 0 });
      const { dropped, migrations } = JSON.parse((await cli(root, 'migrate --fresh --force --json', { env })).out);
      expect({ dropped, migrations }).to.deep.equal({
        dropped: true,
        migrations: [{ status: 'applied', name: '1_a' }],
      });
    });

    it('has a note about the tables when it fails', async () => {
      const ran = await cli(
        withModel("export default { migrateFresh: async () => { throw new Error('no'); } };"),
        'migrate --fresh',
      );
      expect(ran).to.include({ code: 1, out: '' });
      expect(ran.err).to.contain('may have been dropped');
    });
  });
});
