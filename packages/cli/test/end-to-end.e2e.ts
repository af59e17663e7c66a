import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { FIELD_TYPES, typeRow } from '../src/arguments/field-types.ts';
import {
  cli,
  copy,
  fileNames,
  KINDS,
  makeProject,
  PACKAGE,
  put,
  read,
  removeDirectories,
  tree,
  WORKSPACE,
} from './fixture.ts';

after(removeDirectories);

const ALL_TYPES = FIELD_TYPES.flatMap((type) => {
  const written = typeRow(type).example ?? type;
  return [`${type}_a:${written}!`, `${type}_b:${type === 'enum' ? written : type}`];
}).join(' ');

/** Command lines, and the names of their controllers. */
const COMMANDS: [line: string, controller: string][] = [
  ['controller post -r', 'post'],
  ['controller v1/post slug:string!:unique body:text? -r', 'v1/post'],
  [`controller admin/v2/blog-post ${ALL_TYPES} --rest`, 'admin/v2/blog-post'],
  [`controller v1/${'long-name-'.repeat(6)} ${'a'.repeat(63)}:string! -r`, `v1/${'long-name-'.repeat(6)}`],
  ['controller health', 'health'],
  ['controller v1/contact email:string! text:text', 'v1/contact'],
  ['controller error -r', 'error'],
];

function runTool(tool: string, args: string[], cwd: string): void {
  try {
    execFileSync(join(WORKSPACE, 'node_modules/.bin', tool), args, { cwd, stdio: 'pipe', encoding: 'utf8' });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${tool} ${args.join(' ')}\n${stdout}${stderr}`);
  }
}

/** Check a copy of a project against a configuration of Biome. */
function checkWithBiome(root: string, configuration: string): void {
  const checked = copy(root);
  put(checked, 'biome.json', configuration);
  runTool(
    'biome',
    [
      'check',
      '--error-on-warnings',
      'src',
      ...(fileNames(root).some((name) => name.startsWith('migrations')) ? ['migrations'] : []),
    ],
    checked,
  );
}

/** A policy of each form. */
const POLICIES = [
  'controller user name:string! -r --policy',
  'controller post title:string! author_id:references:user org:uuid -r --owner author_id --tenant org',
  'controller tag name:string! -r',
  'controller member name:string! api_token:string! -r --policy',
  'controller note slug:string!:unique -r --soft-delete',
  'policy post --owner author_id --tenant org --all',
];

/** Responses have no secret: not that of a controller that hides it, nor that of one that leaves it to the policy. */
const SECRETS = `import assert from 'node:assert/strict';
import request from 'supertest';
import { app, models } from './app.js';

for (const [table, more, shown] of [['member', {}, {}], ['device', { pin_secret: 't0p' }, { pin_secret: null }]]) {
  it('hides the secrets of ' + table, async () => {
    const id = await models.repository(table).insert({ name: 'a', api_token: 't0p', ...more });
    const { body } = await request(app).get('/' + table + '/' + id).expect(200);
    const { created_at, updated_at, ...record } = body;
    assert.deepEqual(record, { id, name: 'a', ...shown });
    await request(app).get('/' + table + '?api_token=t0p').expect(400);
  });
}
`;

/** The configuration of this workspace, without its own directories. */
const OURS = JSON.stringify({
  ...JSON.parse(readFileSync(join(WORKSPACE, 'biome.json'), 'utf8')),
  $schema: undefined,
  vcs: undefined,
  files: undefined,
});

/** The logic keeps its type. */
const TYPED = `import type { Input } from '@rest-gen/logic';
import type logic from './logic/v1/post.js';
export const slug: Input<typeof logic, 'postAction'>['body']['slug'] = 'a';
// @ts-expect-error: it is text
export const number: Input<typeof logic, 'postAction'>['body']['slug'] = 1;
`;

describe('generated projects', function () {
  this.timeout(60_000);

  for (const kind of KINDS) {
    describe(kind, () => {
      let root: string;
      before(async () => {
        root = makeProject(kind, { model: true });
        for (const [line] of COMMANDS) {
          const ran = await cli(root, line);
          expect(ran.code, `${line}\n${ran.out}${ran.err}`).to.equal(0);
        }
      });

      it('has base class, controllers, logics and rules in its language', () => {
        const extension = kind.startsWith('ts') ? 'ts' : 'js';
        const names = COMMANDS.flatMap(([, name]) => [
          `src/controller/${name}.${extension}`,
          `src/logic/${name}.${extension}`,
        ]);
        const sources = fileNames(root).filter((name) => name.startsWith('src/'));
        const model = kind === 'empty' ? [] : [`src/config/model.${extension}`];
        expect(sources).to.have.members([
          ...names,
          ...model,
          `src/config/router.${extension}`,
          `src/controller/rest.${extension}`,
        ]);
      });

      it('has one migration for each table', () => {
        const migrations = fileNames(root).filter((name) => name.startsWith('migrations/'));
        const tables = ['post', 'blog_post', 'long_name_'.repeat(6), 'contact', 'error'];
        const expected = tables.map((table, index) => `migrations/2026010203040${5 + index}_create_${table}.js`);
        expect(migrations).to.deep.equal(kind === 'empty' ? [] : expected);
      });

      it('is the same after a second run', async () => {
        const before = tree(root);
        for (const [line] of COMMANDS) {
          const ran = await cli(root, line, { now: new Date('2030-01-01') });
          expect(ran.code, line).to.equal(0);
          expect(ran.out).to.match(/^((exists|identical) .*\n)+$/);
        }
        expect(tree(root)).to.deep.equal(before);
      });

      it('passes the lint rules of this repository', () => checkWithBiome(root, OURS));

      it('is served by the router', async () => {
        const served = copy(root);
        if (kind === 'empty') symlinkSync(join(PACKAGE, 'node_modules'), join(served, 'node_modules'));
        if (kind.startsWith('ts')) runTool('tsc', ['--noEmit', 'false', '--outDir', 'out', '--rootDir', '.'], served);
        const app = join(served, kind.startsWith('ts') ? 'out/src' : 'src');
        const printed = execFileSync(process.execPath, [join(PACKAGE, 'test/serve.mjs'), app], { encoding: 'utf8' });
        expect(JSON.parse(printed)).to.deep.equal(COMMANDS.map(([, name]) => name));
      });

      if (kind.startsWith('ts')) {
        it('has no type errors', () => runTool('tsc', ['-p', '.'], root));
      }
    });
  }

  for (const kind of ['ts-esm', 'ts-cjs', 'js-esm', 'js-cjs'] as const) {
    it(`has policies that pass the lint rules of this repository: ${kind}`, async () => {
      const root = makeProject(kind, { model: true });
      for (const line of POLICIES) expect(await cli(root, line)).to.include({ code: 0 });
      checkWithBiome(root, OURS);
      if (kind.startsWith('ts')) runTool('tsc', ['-p', '.'], root);
    });
  }

  it('has tests that pass with policies, and nothing that check finds', async () => {
    const directory = makeProject('js-esm');
    await cli(directory, 'new app --js --no-install');
    const root = join(directory, 'app');
    await cli(root, 'controller device name:string! api_token:string! pin_secret:string -r');
    const device = read(root, 'src/controller/device.js');
    put(root, 'src/controller/device.js', device.replace(", 'pin_secret'", ''));
    for (const line of POLICIES) expect(await cli(root, line)).to.include({ code: 0 });
    put(root, 'test/secrets.test.js', SECRETS);
    symlinkSync(join(WORKSPACE, 'node_modules'), join(root, 'node_modules'), 'dir');
    const mocha = join(WORKSPACE, 'node_modules/mocha/bin/mocha.js');
    const { stdout: printed } = spawnSync(process.execPath, [mocha, '--exit'], { cwd: root, encoding: 'utf8' });
    expect(printed).to.contain('adds, shows, changes and removes a record').and.not.contain('failing');
    expect(printed).to.contain('adds, shows, changes, removes and restores a record');
    expect(printed).to.contain('refuses a new record of someone who is not signed in');
    expect(printed).to.contain('refuses to remove a record of another user');
    expect(printed).to.contain('hides a record from users of another tenant');
    expect((await cli(root, 'check --store --strict')).out).to.match(/^Nothing found in 7 rules/);
  });

  it('has tests that fail where the policies are missing', async () => {
    const directory = makeProject('js-esm');
    await cli(directory, 'new app --js --no-install');
    const root = join(directory, 'app');
    const lines = [
      'controller user name:string! -r --policy',
      'controller post title:string! author_id:references:user -r --owner author_id',
      'controller note title:string! owner:integer(5..9) team:string -r --owner owner --tenant team',
      'controller page slug:string! team:enum(a,b) -r --soft-delete --tenant team',
    ];
    for (const line of lines) expect(await cli(root, line)).to.include({ code: 0 });
    symlinkSync(join(WORKSPACE, 'node_modules'), join(root, 'node_modules'), 'dir');
    const mocha = [join(WORKSPACE, 'node_modules/mocha/bin/mocha.js'), '--exit', '--reporter', 'json'];
    const run = () => {
      const { stdout } = spawnSync(process.execPath, mocha, { cwd: root, encoding: 'utf8' });
      const { failures, passes } = JSON.parse(stdout) as Record<string, { fullTitle: string }[]>;
      return { failed: failures?.map((one) => one.fullTitle).sort(), passed: passes?.length };
    };
    expect(run()).to.deep.equal({ failed: [], passed: 23 });
    rmSync(join(root, 'src/policy'), { recursive: true });
    const refused = 'refuses a new record of someone who is not signed in';
    expect(run().failed).to.deep.equal([
      '/note hides a record from users of another tenant',
      `/note ${refused}`,
      '/note refuses to remove a record of another user',
      '/page hides a record from users of another tenant',
      `/page ${refused}`,
      `/post ${refused}`,
      '/post refuses to remove a record of another user',
      `/user ${refused}`,
    ]);
  });

  for (const kind of ['ts-esm', 'js-cjs'] as const) {
    it(`changes nothing in a second run: ${kind}`, async () => {
      const root = makeProject(kind, { model: true });
      for (const [line] of COMMANDS.slice(2)) expect(await cli(root, line)).to.include({ code: 0 });
      const before = tree(root);
      for (const [line] of COMMANDS.slice(2)) expect(await cli(root, line)).to.include({ code: 0 });
      expect(tree(root)).to.deep.equal(before);
    });
  }

  it('has no type errors with imports of .ts files', async () => {
    const root = makeProject('ts-esm', { model: true });
    const { compilerOptions, ...others } = JSON.parse(read(root, 'tsconfig.json')) as { compilerOptions: object };
    const native = { ...compilerOptions, rewriteRelativeImportExtensions: true, erasableSyntaxOnly: true };
    put(root, 'tsconfig.json', JSON.stringify({ ...others, compilerOptions: native }));
    for (const [line] of COMMANDS) expect(await cli(root, line)).to.include({ code: 0 });
    expect(read(root, 'src/controller/v1/post.ts')).to.contain("'../rest.ts'").and.contain("'../../logic/v1/post.ts'");
    runTool('tsc', ['-p', '.'], root);
  });

  it('has types that are written with isolatedDeclarations', async () => {
    const root = makeProject('ts-esm', { model: true });
    const { compilerOptions, ...others } = JSON.parse(read(root, 'tsconfig.json')) as { compilerOptions: object };
    const isolated = { ...compilerOptions, declaration: true, isolatedDeclarations: true };
    put(root, 'tsconfig.json', JSON.stringify({ ...others, compilerOptions: isolated }));
    for (const line of [...COMMANDS.map(([line]) => line), 'policy post', 'policy error --all'])
      expect(await cli(root, line)).to.include({ code: 0 });
    put(root, 'src/typed.ts', TYPED);
    runTool('tsc', ['-p', '.'], root);
    checkWithBiome(root, OURS);
  });

  it('keeps an existing base class, with any extension', async () => {
    const root = makeProject('ts-esm', { files: { 'src/controller/rest.mts': 'export default class {}\n' } });
    const ran = await cli(root, 'controller post -r --force');
    expect(ran).to.include({ code: 0 });
    expect(ran.out).to.contain('exists     src/controller/rest.mts\n');
    expect(read(root, 'src/controller/rest.mts')).to.equal('export default class {}\n');
    expect(read(root, 'src/controller/post.ts')).to.contain("import Rest from './rest.mjs';");
  });
});
