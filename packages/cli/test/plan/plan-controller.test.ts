import { expect } from 'chai';
import { readFields } from '../../src/arguments/read-fields.ts';
import { readName } from '../../src/arguments/read-name.ts';
import type { PlannedFile } from '../../src/files/planned-file.ts';
import { planController } from '../../src/plan/plan-controller.ts';
import type { Project } from '../../src/project/project.ts';
import { NOW } from '../fixture.ts';

function projectOf(changes: Partial<Project> = {}): Project {
  return {
    root: '/app',
    hasPackage: true,
    language: 'ts',
    modules: 'esm',
    importExtension: 'js',
    dependencies: new Set(),
    routerFile: undefined,
    baseFile: undefined,
    modelFile: undefined,
    migrations: [],
    ...changes,
  };
}

function plan(
  name: string,
  changes: Partial<Project> = {},
  { rest = true, fields = ['title:string!'] } = {},
): PlannedFile[] {
  return planController(projectOf(changes), { name: readName(name), fields: readFields(fields), rest, now: NOW });
}

const paths = (files: PlannedFile[]) => files.map(({ path }) => path);
const MODEL = { dependencies: new Set(['@rest-gen/model']) };

describe('planController', () => {
  it('plans the files of the seed', () => {
    expect(plan('post').map(({ path, policy }) => [path, policy])).to.deep.equal([
      ['src/controller/rest.ts', 'once'],
      ['src/controller/post.ts', 'own'],
      ['src/logic/post.ts', 'own'],
      ['src/config/router.ts', 'rule'],
    ]);
    expect(paths(plan('post', { language: 'js' }))).to.deep.equal([
      'src/controller/rest.js',
      'src/controller/post.js',
      'src/logic/post.js',
      'src/config/router.js',
    ]);
  });

  it('plans no base class for a plain controller', () => {
    expect(paths(plan('health', {}, { rest: false, fields: [] }))).to.deep.equal([
      'src/controller/health.ts',
      'src/logic/health.ts',
      'src/config/router.ts',
    ]);
  });

  it('adds models and a migration where the project uses them', () => {
    expect(paths(plan('v1/blog-post', MODEL)).slice(4)).to.deep.equal([
      'src/config/model.ts',
      'migrations/20260102030405_create_blog_post.js',
    ]);
    expect(paths(plan('health', MODEL, { rest: false, fields: [] }))).to.have.length(3);
    expect(paths(plan('health', MODEL, { rest: false }))).to.have.length(5);
  });

  it('plans one migration for a table, whenever it was written', () => {
    const same = ['20200101000000_create_post.mjs'];
    expect(paths(plan('post', { ...MODEL, migrations: same })).at(-1)).to.equal(
      'migrations/20200101000000_create_post.mjs',
    );
    const others = [
      '20200101000000_create_posts.ts',
      '1_create_post.d.ts',
      'create_post.ts',
      '1_create_blog_post.ts',
      '1_create_post.ts.bak',
    ];
    expect(paths(plan('post', { ...MODEL, migrations: others })).at(-1)).to.equal(
      'migrations/20260102030405_create_post.js',
    );
  });

  it('plans one migration for tables that differ in case only', () => {
    const migrations = ['20200101000000_create_Post.js'];
    expect(paths(plan('post', { ...MODEL, migrations })).at(-1)).to.equal('migrations/20200101000000_create_Post.js');
  });

  it('refers to the table that is there', () => {
    const columns = (name: string, ...migrations: string[]) =>
      plan(name, { ...MODEL, migrations }, { rest: true, fields: ['blogPostId:references!'] }).at(-1)?.values.up;
    const line = (table: string) => `  t.references('blogPostId', '${table}').notNull();`;
    expect(columns('comment')).to.include(line('blog_post'));
    expect(columns('comment', '1_create_blogPost.js')).to.include(line('blogPost'));
    expect(columns('comment', '1_create_BlogPost.js')).to.include(line('BlogPost'));
    expect(columns('comment', '1_create_blog_post.js')).to.include(line('blog_post'));
    expect(columns('blogPost')).to.include(line('blogPost'));
  });

  it('gives a migration a time behind every other one', () => {
    const name = (...migrations: string[]) => paths(plan('post', { ...MODEL, migrations })).at(-1);
    expect(name('20260102030405_create_tag.ts')).to.equal('migrations/20260102030406_create_post.js');
    expect(name('20261231235959_create_tag.ts', '20250101000000_x.ts')).to.equal(
      'migrations/20270101000000_create_post.js',
    );
    expect(name('20260102030404_create_tag.ts', '99999_x.ts', '99999999999999_x.ts', 'readme.md')).to.equal(
      'migrations/20260102030405_create_post.js',
    );
  });

  it('uses the files that are there', () => {
    const there = {
      routerFile: 'src/config/router.cjs',
      baseFile: 'src/controller/rest.mjs',
      modelFile: 'src/config/model.js',
      ...MODEL,
    };
    expect(paths(plan('post', there))).to.include.members(
      Object.values(there).filter((value) => typeof value === 'string'),
    );
  });

  const IMPORTS: [name: string, base: string, logic: string, baseFile?: string][] = [
    ['post', "'./rest.js'", "'../logic/post.js'"],
    ['v1/post', "'../rest.js'", "'../../logic/v1/post.js'"],
    ['a/b/c', "'../../rest.js'", "'../../../logic/a/b/c.js'"],
    ['rest/post', "'../rest.js'", "'../../logic/rest/post.js'"],
    ['post', "'./rest.mjs'", "'../logic/post.js'", 'src/controller/rest.mts'],
    ['post', "'./rest.cjs'", "'../logic/post.js'", 'src/controller/rest.cjs'],
  ];
  for (const [name, base, logic, baseFile] of IMPORTS) {
    it(`imports right from ${name}${baseFile ? ` with ${baseFile}` : ''}`, () => {
      const [, controller] = plan(name, { baseFile });
      expect(controller?.values).to.include({ base, logic });
    });
  }

  it('imports sources where Node runs them as they are', () => {
    const imports = (baseFile?: string) => plan('v1/post', { importExtension: 'ts', baseFile })[1]?.values;
    expect(imports()).to.include({ base: "'../rest.ts'", logic: "'../../logic/v1/post.ts'" });
    expect(imports('src/controller/rest.mts')).to.include({ base: "'../rest.mts'" });
    expect(imports('src/controller/rest.js')).to.include({ base: "'../rest.js'" });
  });

  it('writes ES modules in TypeScript always, in JavaScript where package.json says so', () => {
    expect(plan('post', { modules: 'cjs' })[1]?.values).to.include({ ts: true, esm: true });
    expect(plan('post', { language: 'js', modules: 'cjs' })[1]?.values).to.include({ ts: false, esm: false });
    expect(plan('post', { language: 'js' })[1]?.values).to.include({ ts: false, esm: true });
  });

  it('breaks a rule that would pass 120 columns', () => {
    const long = 'a'.repeat(60);
    const lines = plan(`${long}/${long}`)[3]?.values.lines;
    expect(lines).to.deep.equal(['[', `  '/${long}/${long}/:id?',`, "  'rest',", '],']);
  });
});
