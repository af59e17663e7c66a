import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createModels } from '@rest-gen/model';
import { expect } from 'chai';
import { COMPILERS } from '../../../../test/compilers.ts';
import { DATABASES } from '../../src/new/package-json.ts';
import { compareTypes, TYPES_FILE } from '../../src/plan/plan-types.ts';
import { findProject } from '../../src/project/project.ts';
import {
  cli,
  fileNames,
  makeDirectory,
  PACKAGE,
  put,
  read,
  removeDirectories,
  start,
  tree,
  WORKSPACE,
} from '../fixture.ts';

after(removeDirectories);

const squeeze = (text: string) => text.replace(/\s+/g, ' ');

describe('rest-gen new', () => {
  it('prints the files, and the next steps', async () => {
    const cwd = makeDirectory();
    const ran = await cli(cwd, 'new blog --no-install');
    expect(ran.code).to.equal(0);
    expect(ran.out.split('\n').slice(0, 2)).to.deep.equal(['create     package.json', 'create     tsconfig.json']);
    expect(ran.out.match(/^create {5}/gm)).to.have.length(fileNames(join(cwd, 'blog')).length);
    const steps = ['cd blog', 'npm install', 'npm run dev', "npx rest-gen controller post 'title:string!' -r"];
    expect(squeeze(ran.err)).to.equal(`note Next: ${steps.join(' ')} `);
  });

  for (const database of DATABASES) {
    for (const flag of ['', ' --js']) {
      it(`has the dependencies that it needs: ${database}${flag}`, async () => {
        const cwd = makeDirectory();
        await cli(cwd, `new app --db ${database}${flag} --no-install`);
        const manifest = JSON.parse(read(cwd, 'app/package.json'));
        const needed = { ...manifest.dependencies, ...manifest.devDependencies };
        const drivers = { sqlite: [], postgres: ['pg'], mysql: ['mysql2'], none: [] }[database];
        expect(Object.keys(needed)).to.include.members(['express', '@rest-gen/router', 'rest-gen', ...drivers]);
        expect('@rest-gen/model' in needed).to.equal(database !== 'none');
        expect('typescript' in needed).to.equal(flag === '');
        const used = fileNames(join(cwd, 'app'))
          .filter((name) => /\.[jt]s$/.test(name))
          .flatMap((name) => [...read(cwd, `app/${name}`).matchAll(/(?:from|import) '([^.'][^']*)'/g)])
          .map(([, name = '']) => name)
          .filter((name) => !name.startsWith('node:'));
        expect(Object.keys(needed)).to.include.members(used);
        expect(existsSync(join(cwd, 'app/src/config/model.ts'))).to.equal(database !== 'none' && flag === '');
        expect(read(cwd, 'app/.env.example').includes('DATABASE_URL=')).to.equal(database !== 'none');
      });
    }
  }

  for (const [, compiler] of COMPILERS) {
    it(`compiles with ${compiler}, also with controllers and their tests`, async () => {
      const cwd = makeDirectory();
      await cli(cwd, 'new app --no-install');
      const root = join(cwd, 'app');
      await cli(root, 'controller post title:string! body:text -r');
      await cli(root, 'controller v1/comment postId:references! at:datetime! -r', { now: new Date('2026-02-02') });
      const note = 'controller note authorId:references!:post org:uuid! -r --owner authorId --tenant org';
      await cli(root, note, { now: new Date('2026-02-03') });
      await cli(root, 'policy post --all');
      await cli(root, 'controller health');
      await cli(root, 'controller account name:string! -r', { now: new Date('2026-02-04') });
      const [created = ''] = fileNames(join(root, 'migrations')).filter((name) => name.includes('create_account'));
      put(
        root,
        `migrations/${created}`,
        read(root, `migrations/${created}`).replace('t.id()', "t.uuid('id').primary()"),
      );
      await cli(root, 'controller ticket accountId:references! -r', { now: new Date('2026-02-05') });
      symlinkSync(join(WORKSPACE, 'node_modules'), join(root, 'node_modules'), 'dir');
      const tsc = join(WORKSPACE, 'node_modules', compiler, 'bin/tsc');
      expect(runNode(root, [tsc])).to.equal('');
      await typeTables(root);
      expect(runNode(root, [tsc])).to.equal('');
      if (compiler === 'typescript') {
        put(
          root,
          'seeds/1_a.ts',
          "export default async (models: import('@rest-gen/model').Models) => models.model('pots');",
        );
        expect(runNode(root, [tsc]))
          .to.contain('seeds/1_a.ts')
          .and.contain('pots');
        expect(runNode(root, [tsc, '-p', 'tsconfig.build.json'])).to.equal('');
        expect(existsSync(join(root, 'dist/server.js'))).to.equal(true);
      }
    }).timeout(60_000);
  }

  it('compiles with isolatedDeclarations, tests included', async () => {
    const cwd = makeDirectory();
    await cli(cwd, 'new app --no-install');
    const root = join(cwd, 'app');
    const isolated = '"declaration": true,\n    "isolatedDeclarations": true,\n    "strict"';
    put(root, 'tsconfig.json', read(root, 'tsconfig.json').replace('"strict"', isolated));
    await cli(root, 'controller post title:string! -r');
    await cli(root, 'controller comment postId:references! -r', { now: new Date('2026-02-02') });
    symlinkSync(join(WORKSPACE, 'node_modules'), join(root, 'node_modules'), 'dir');
    expect(runNode(root, [join(WORKSPACE, 'node_modules/typescript/bin/tsc')])).to.equal('');
  }).timeout(60_000);

  it('writes tests that add the records that a resource refers to', async () => {
    const cwd = makeDirectory();
    await cli(cwd, 'new app --js --no-install');
    const root = join(cwd, 'app');
    await cli(root, 'controller user name:string!:unique -r');
    await cli(root, 'controller post userId:references! title:string! -r', { now: new Date('2026-02-02') });
    await cli(root, 'controller v1/comment postId:references! -r', { now: new Date('2026-02-03') });
    expect(read(root, 'test/v1/comment.test.js'))
      .to.contain("import { app, models } from '../app.js';")
      .and.contain("userId = await models.repository('user').insert({ name: 'text' });")
      .and.contain("postId = await models.repository('post').insert({ userId, title: 'text' });");
    await cli(root, 'controller like thingId:references! -r', { now: new Date('2026-02-04') });
    expect(read(root, 'test/like.test.js')).to.contain('refuses unknown fields').and.not.contain('adds, shows');
  });

  for (const flag of ['', ' --js']) {
    it(`writes tests for vitest: --test vitest${flag}`, async () => {
      const cwd = makeDirectory();
      await cli(cwd, `new app --test vitest${flag} --no-install`);
      const root = join(cwd, 'app');
      await cli(root, 'controller user name:string! -r');
      await cli(root, 'controller post userId:references! -r', { now: new Date('2026-02-02') });
      const extension = flag === '' ? 'ts' : 'js';
      const manifest = JSON.parse(read(root, 'package.json'));
      expect(manifest.scripts.test).to.equal('vitest run');
      expect(manifest.devDependencies).to.include.keys('vitest');
      expect(read(root, `vitest.config.${extension}`)).to.contain('server: { deps: { inline: [/@rest-gen\\//] } },');
      expect(read(root, `test/post.test.${extension}`))
        .to.contain("import { beforeEach, describe, it } from 'vitest';")
        .and.not.match(/\b(before|after)\(/);
      for (const name of fileNames(root)) expect(read(root, name), name).not.to.match(/mocha/i);
    });
  }

  it('accepts an empty directory, a Git repository, and the working directory', async () => {
    const cwd = makeDirectory();
    mkdirSync(join(cwd, 'blog/.git'), { recursive: true });
    expect((await cli(cwd, 'new blog --no-install')).code).to.equal(0);
    mkdirSync(join(cwd, 'shop'));
    const ran = await cli(join(cwd, 'shop'), 'new . --no-install');
    expect(ran.code).to.equal(0);
    expect(ran.err).not.to.contain('cd ');
    expect(JSON.parse(read(cwd, 'shop/package.json')).name).to.equal('shop');
    expect((await cli(cwd, 'new apps/wiki --no-install')).err).to.contain('cd apps/wiki');
  });

  it('refuses a directory that is not empty', async () => {
    const cwd = makeDirectory();
    put(cwd, 'blog/notes.txt', 'mine');
    put(cwd, 'file', 'mine');
    symlinkSync(join(cwd, 'nowhere'), join(cwd, 'link'));
    const before = tree(cwd);
    const ran = await cli(cwd, 'new blog');
    expect(ran.code).to.equal(3);
    expect(ran.err).to.contain('"notes.txt"').and.contain('E_NOT_EMPTY');
    expect((await cli(cwd, 'new file')).code).to.equal(3);
    expect((await cli(cwd, 'new link')).code).to.equal(3);
    expect((await cli(cwd, 'new file/blog')).err).to.contain('E_WRITE');
    expect(tree(cwd)).to.deep.equal(before);
  });

  it('refuses invalid names, databases and test runners', async () => {
    const cwd = makeDirectory();
    for (const words of [
      ['new', 'My App'],
      ['new', '../..//x/Y'],
      ['new', ''],
      ['new', 'express'],
      ['new', 'blog', '--db', 'oracle'],
      ['new', 'blog', '--test', 'tape'],
      ['new'],
    ]) {
      expect((await cli(cwd, words)).code, words.join(' ')).to.equal(2);
    }
    expect(fileNames(cwd)).to.deep.equal([]);
  });

  it('writes nothing with --dry-run, and prints JSON', async () => {
    const cwd = makeDirectory();
    const ran = await cli(cwd, 'new blog --dry-run --json');
    const said = JSON.parse(ran.out);
    expect(said).to.deep.include({ command: 'new', name: 'blog', dryRun: true, written: false, installed: false });
    expect(said.files[0]).to.deep.equal({ status: 'create', path: 'package.json' });
    expect(fileNames(cwd)).to.deep.equal([]);
  });

  it('prints its files before npm starts, and says how to go on after it was interrupted', async () => {
    const cwd = makeDirectory();
    const env = {
      ...(process.env as Record<string, string>),
      PATH: `${fakeNpm('kill -INT $PPID')}:${process.env.PATH}`,
    };
    const ran = await start(PACKAGE, ['new', 'blog', '--cwd', cwd], env);
    expect(ran.out).to.match(/^create {5}package\.json\n(create {5}.*\n)+$/);
    const again = await cli(cwd, 'new blog');
    expect(again).to.include({ code: 3, out: '' });
    expect(squeeze(again.err)).to.contain(
      'It is a project of rest-gen already. To complete it: cd blog && npm install',
    );
  });

  it('installs with npm, also development tools', async () => {
    const cwd = makeDirectory();
    const env = { PATH: `${fakeNpm('echo "$@" > npm-was-here')}:${process.env.PATH}` };
    const ran = await cli(cwd, 'new blog', { env });
    expect(ran.code).to.equal(0);
    expect(read(cwd, 'blog/npm-was-here')).to.match(/^install --include=dev /);
    expect(ran.err)
      .to.match(/^note {2}Running npm install\.\nnote {2}Next:\n/)
      .and.not.contain('npm install\n');
  });

  it('keeps the files when npm fails, and prints the command to run', async () => {
    for (const [PATH, reason] of [
      [fakeNpm('exit 7'), 'npm ended with 7'],
      [makeDirectory(), 'ENOENT'],
    ] as const) {
      const cwd = makeDirectory();
      const ran = await cli(cwd, 'new blog', { env: { PATH } });
      expect(ran.code).to.equal(1);
      expect(squeeze(ran.err)).to.contain(reason).and.contain('cd blog && npm install').and.contain('E_INSTALL');
      expect(existsSync(join(cwd, 'blog/src/app.ts'))).to.equal(true);
    }
  });
});

// --- internal ---

/** Write `src/tables.d.ts` for the migrations of a project. */
async function typeTables(root: string): Promise<void> {
  const models = createModels('sqlite::memory:', { migrations: join(root, 'migrations') });
  await models.migrate();
  const { after } = await compareTypes(findProject(root), models);
  await models.close();
  put(root, TYPES_FILE, after as string);
}

/** A directory with an `npm` that runs one line of a shell. */
function fakeNpm(line: string): string {
  const directory = makeDirectory();
  put(directory, 'npm', `#!/bin/sh\n${line}\n`);
  chmodSync(join(directory, 'npm'), 0o755);
  return directory;
}

function runNode(cwd: string, args: readonly string[]): string {
  try {
    return execFileSync(process.execPath, args, { cwd, encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}
