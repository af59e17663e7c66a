import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { expect } from 'chai';
import { cli, type Kind, makeProject, PACKAGE, put, type Ran, read, removeDirectories, start } from '../fixture.ts';

after(removeDirectories);

const FILE = 'src/tables.d.ts';
const env = { ...process.env, NODE_ENV: 'development', DATABASE_URL: '' };

/** In its own process: a process loads a model once. */
function run(root: string, line: string, variables: Record<string, string> = {}): Promise<Ran> {
  return start(PACKAGE, [...line.split(' '), '--cwd', root], { ...env, ...variables });
}

async function makePosts(kind: Kind): Promise<string> {
  const root = makeProject(kind, { model: true });
  expect(await cli(root, 'controller post title:string! views:integer -r', { now: new Date('2026-01-01') })).to.include(
    {
      code: 0,
    },
  );
  return root;
}

describe('rest-gen types', function () {
  this.timeout(60_000);

  it('is part of migrate in TypeScript, and the file changes only with the tables', async () => {
    const root = await makePosts('ts-esm');
    expect(await run(root, 'migrate')).to.deep.include({
      code: 0,
      out: `applied 20260101000000_create_post\ncreate     ${FILE}\n`,
    });
    const text = read(root, FILE);
    expect(text).to.contain('    post: PostTable;').and.not.to.contain('rest_gen');
    expect(await run(root, 'types')).to.deep.equal({ code: 0, out: `identical  ${FILE}\n`, err: '' });
    expect(await run(root, 'types --check')).to.include({ code: 0 });

    put(
      root,
      'migrations/20260102000000_add.js',
      "export const up = (schema) => schema.alterTable('post', (t) => { t.string('author'); });\nexport const down = () => {};\n",
    );
    expect(await run(root, 'migrate --json')).to.include({ code: 0 });
    expect(read(root, FILE)).to.contain('author?: TextFilterOf<string | null>;');
  });

  it('leaves the result of migrate as it is when the file cannot be written, as while another process writes it', async () => {
    const root = await makePosts('ts-esm');
    put(
      root,
      'src/config/model.js',
      `import { writeFileSync } from 'node:fs';
      import { createModels } from '@rest-gen/model';
      const models = createModels('sqlite::memory:', { migrations: 'migrations' });
      const close = models.close.bind(models);
      models.close = async () => { writeFileSync('${FILE}', 'other'); await close(); };
      export default models;`,
    );
    const ran = await run(root, 'migrate');
    expect(ran).to.include({ code: 0, out: 'applied 20260101000000_create_post\n' });
    expect(ran.err).to.contain(`${FILE} was not written`);
    expect(read(root, FILE)).to.equal('other');
  });

  it('reports a file that is out of date with --check, and writes nothing', async () => {
    const root = await makePosts('ts-esm');
    await run(root, 'migrate', { NODE_ENV: 'production' });
    expect(existsSync(join(root, FILE))).to.equal(false);
    expect(await run(root, 'types --check')).to.include({ code: 1, out: `create     ${FILE}\n` });
    expect(existsSync(join(root, FILE))).to.equal(false);
  });

  it('refuses a database with pending migrations, and applies them where every query does', async () => {
    const root = await makePosts('js-esm');
    const refused = await run(root, 'types', { NODE_ENV: 'production' });
    expect(refused).to.include({ code: 1, out: '' });
    expect(refused.err).to.contain('rest-gen migrate').and.to.contain('E_MIGRATION').and.not.to.contain('reached');
    expect(await run(root, 'types')).to.include({ code: 0, out: `create     ${FILE}\n` });
    expect(read(root, FILE)).to.contain('    post: PostTable;');
  });

  it('describes the database as it is after migrate: a reverted migration stays reverted', async () => {
    const root = await makePosts('ts-esm');
    await run(root, 'migrate');
    expect(await run(root, 'migrate --down')).to.include({
      out: `reverted 20260101000000_create_post\nupdate     ${FILE}\n`,
    });
    expect(read(root, FILE)).to.contain('interface Tables {}');
    expect(await run(root, 'migrate --status')).to.include({ out: 'pending 20260101000000_create_post\n' });
  });

  it('writes the file of a JavaScript project when asked', async () => {
    const root = await makePosts('js-esm');
    expect(await run(root, 'migrate')).to.include({ out: 'applied 20260101000000_create_post\n' });
    expect(await run(root, 'types')).to.include({ code: 0, out: `create     ${FILE}\n` });
  });

  it('keeps a file that it has not written; the migrations are applied all the same', async () => {
    const root = await makePosts('ts-esm');
    put(root, FILE, 'export type Mine = 1;\n');
    const migrated = await run(root, 'migrate');
    expect(migrated).to.include({ code: 0, out: 'applied 20260101000000_create_post\n' });
    expect(migrated.err).to.contain(`note  ${FILE} is unchanged`);
    const ran = await run(root, 'types');
    expect(ran).to.include({ code: 3, out: '' });
    expect(ran.err).to.contain('E_CONFLICT');
    expect(read(root, FILE)).to.equal('export type Mine = 1;\n');
  });

  it('says what other models lack, and why a database cannot be read', async () => {
    const other = makeProject('js-esm', { model: true, files: { 'src/config/model.js': 'export default {};' } });
    expect((await run(other, 'types')).err)
      .to.contain('have no tables()')
      .and.to.contain('E_MODEL');
    const root = await makePosts('js-esm');
    const ran = await run(root, 'types', { DATABASE_URL: 'postgres://127.0.0.1:1/app' });
    expect(ran).to.include({ code: 1, out: '' });
    expect(ran.err).to.contain('(unavailable)');
  });
});
