import { expect } from 'chai';
import { FIELD_TYPES } from '../src/arguments/field-types.ts';
import { hasSqlite } from '../src/project/runtime.ts';
import { cli, fileNames, makeDirectory, makeProject, put, read, removeDirectories } from './fixture.ts';

after(removeDirectories);

/** A project with models and these migrations. */
function withMigrations(migrations: Record<string, string> = {}): string {
  const files = Object.entries(migrations).map(([name, text]) => [`migrations/${name}`, text]);
  return makeProject('js-esm', { model: true, files: Object.fromEntries(files) });
}

/** The only migration whose name ends in this. */
function migrationOf(root: string, name: string): string {
  return read(root, fileNames(root).find((file) => file.endsWith(`_${name}.js`)) as string);
}

describe('a field', () => {
  /** The rules of the logic, the column of a new table, and the column that is added to a table with rows. */
  const ROWS: readonly (readonly [field: string, rules: string, column: string, added?: string])[] = [
    [
      'a:string!',
      'required: true, string: true, length: { max: 255 }',
      "t.string('a').notNull()",
      "t.string('a').notNull().default('')",
    ],
    ['a:string', 'string: true, length: { max: 255 }, nullable: true', "t.string('a')"],
    ['a:text!', 'required: true, string: true', "t.text('a').notNull()", "t.text('a').notNull().default('')"],
    [
      'a:integer!:index',
      'required: true, int: true',
      "t.integer('a').notNull().index()",
      "t.integer('a').notNull().default(0).index()",
    ],
    ['a:bigint!', 'required: true, bigint: true', "t.bigint('a').notNull()", "t.bigint('a').notNull().default(0)"],
    [
      'a:decimal!',
      'required: true, decimal: true',
      "t.decimal('a').notNull()",
      "t.decimal('a').notNull().default('0')",
    ],
    ['a:double!', 'required: true, float: true', "t.double('a').notNull()", "t.double('a').notNull().default(0)"],
    [
      'a:boolean!',
      'required: true, boolean: true',
      "t.boolean('a').notNull()",
      "t.boolean('a').notNull().default(false)",
    ],
    ['a:json!', 'required: true, object: true', "t.json('a').notNull()", "t.json('a').notNull().default({})"],
    ['a:date', 'date: true, nullable: true', "t.date('a')"],
    [
      'a:string(1..120)!:unique',
      'required: true, string: true, length: { min: 1, max: 120 }',
      "t.string('a', 120).notNull().unique()",
      "t.string('a', 120).unique()",
    ],
    ['a:text(5..)', 'string: true, length: { min: 5 }, nullable: true', "t.text('a')"],
    [
      'a:integer(1..5)!',
      'required: true, int: { min: 1, max: 5 }',
      "t.integer('a').notNull()",
      "t.integer('a').notNull().default(1)",
    ],
    ['a:bigint(-7..)', 'bigint: { min: -7 }, nullable: true', "t.bigint('a')"],
    ['a:double(0.5..0.75)', 'float: { min: 0.5, max: 0.75 }, nullable: true', "t.double('a')"],
    [
      'a:decimal(10,2,0..)!',
      'required: true, decimal: { min: 0 }',
      "t.decimal('a', 10, 2).notNull()",
      "t.decimal('a', 10, 2).notNull().default('0')",
    ],
    [
      'a:decimal(12,4,0.50..12345678.1234)',
      "decimal: { min: '0.50', max: 12345678.1234 }, nullable: true",
      "t.decimal('a', 12, 4)",
    ],
    [
      'a:enum(draft,live)!:index',
      "required: true, in: ['draft', 'live']",
      "t.enum('a', ['draft', 'live']).notNull().index()",
      "t.enum('a', ['draft', 'live']).notNull().default('draft').index()",
    ],
    ['a:datetime', 'date: true, nullable: true', "t.datetime('a')"],
    ['a:uuid', 'uuid: true, nullable: true', "t.uuid('a')"],
    ['a:references:index', 'int: { min: 1 }, nullable: true, createOnly: true', "t.references('a', 'a')"],
    ['a:string:unique', 'string: true, length: { max: 255 }, nullable: true', "t.string('a').unique()"],
  ];
  for (const [field, rules, column, added = column] of ROWS) {
    it(`${field} has rules in the logic and a column in migrations`, async () => {
      const root = withMigrations();
      await cli(root, ['controller', 'post', field, '-r']);
      expect(read(root, 'src/logic/post.js')).to.contain(`\n  a: { ${rules} },\n`);
      expect(migrationOf(root, 'create_post')).to.contain(`\n    ${column};\n`);
      await cli(root, ['migration', 'add_a_to_post', field]);
      expect(migrationOf(root, 'add_a_to_post')).to.contain(`\n    ${added};\n`);
    });
  }

  it('of each type is tested', () => {
    expect(new Set(ROWS.map(([field]) => field.split(/[:!(]/)[1]))).to.deep.equal(new Set(FIELD_TYPES));
  });

  for (const field of ['a:date!', 'a:uuid!', 'a:references!', 'a:string!:unique']) {
    it(`${field} allows null when it is added, because there is no value for existing rows`, async () => {
      const root = withMigrations({ '1_create_post.js': '', '2_create_a.js': '' });
      const { err } = await cli(root, ['migration', 'add_a_to_post', field]);
      expect(err).to.contain('These columns allow null');
      expect(migrationOf(root, 'add_a_to_post')).not.to.contain('notNull');
    });
  }

  it('with a long name has a rule on each line', async () => {
    const root = withMigrations();
    await cli(root, ['controller', 'post', `${'a'.repeat(61)}:string!`, `${'b'.repeat(62)}:string!`, '-r']);
    expect(read(root, 'src/logic/post.js'))
      .to.contain(`  ${'a'.repeat(61)}: { required: true, string: true, length: { max: 255 } },\n`)
      .and.contain(`  ${'b'.repeat(62)}: {\n    required: true,\n    string: true,\n    length: { max: 255 },\n  },\n`);
  });

  for (const [own, tables, table] of [
    ['comment', [], 'blog_post'],
    ['comment', ['blogPost'], 'blogPost'],
    ['comment', ['BlogPost'], 'BlogPost'],
    ['comment', ['blog_post', 'blogpost'], 'blogpost'],
    ['blogPost', [], 'blogPost'],
  ] as const) {
    it(`blogPostId of ${own} refers to ${table} where the tables are ${tables.join(', ') || 'unknown'}`, async () => {
      const root = withMigrations(Object.fromEntries(tables.map((name, at) => [`${at}_create_${name}.js`, ''])));
      await cli(root, `controller ${own} blogPostId:references -r`);
      expect(migrationOf(root, `create_${own}`)).to.contain(`t.references('blogPostId', '${table}');`);
    });
  }
});

describe('a reference', () => {
  for (const [key, options, rule] of [
    ['t.id();', '', 'int: { min: 1 }'],
    ["t.uuid('id').primary();", ", { type: 'uuid' }", 'uuid: true'],
    ["t.string('code', 20).primary();", ", { column: 'code', type: 'string' }", 'string: true, length: { max: 255 }'],
  ] as const) {
    it(`has the type of the key that it refers to: ${key}`, async () => {
      const root = withMigrations({
        '1_create_author.js': '',
        '2_create_user.js': `export const up = (schema) => schema.createTable('user', (t) => {\n  ${key}\n});\n`,
      });
      await cli(root, 'controller post authorId:references!:user -r');
      expect(migrationOf(root, 'create_post')).to.contain(`t.references('authorId', 'user'${options}).notNull();`);
      expect(read(root, 'src/logic/post.js')).to.contain(`authorId: { required: true, ${rule}, createOnly: true },`);
      expect((await cli(root, 'destroy controller post --dry-run')).out).to.contain('remove     src/logic/post.js');
    });
  }
});

describe('the migration of a controller', () => {
  it('is written once for a table, in any case', async () => {
    for (const name of ['20200101000000_create_post.mjs', '1_create_POST.js']) {
      const root = withMigrations({ [name]: '' });
      expect((await cli(root, 'controller post -r')).out).to.contain(`exists     migrations/${name}\n`);
    }
    const others = ['1_create_posts.ts', '1_create_post.d.ts', 'create_post.ts', '1_create_post.ts.bak'];
    const root = withMigrations(Object.fromEntries(others.map((name) => [name, ''])));
    expect((await cli(root, 'controller post -r')).out).to.contain(
      'create     migrations/20260102030405_create_post.js',
    );
  });

  for (const [others, time] of [
    [['20260102030405_create_tag.ts'], '20260102030406'],
    [['20261231235959_create_tag.ts', '20250101000000_x.ts'], '20270101000000'],
    [['20260102030404_create_tag.ts', '99999_x.ts', '99999999999999_x.ts', 'readme.md'], '20260102030405'],
  ] as const) {
    it(`is later than ${others.join(', ')}`, async () => {
      const root = withMigrations(Object.fromEntries(others.map((name) => [name, ''])));
      expect((await cli(root, 'controller post -r')).out).to.contain(`create     migrations/${time}_create_post.js\n`);
    });
  }

  const POST = "await schema.createTable('post', (t) => { t.string('title'); });";
  const LACKS = (fields: string) => `The table post has a migration already. Create another one for: ${fields}.`;
  const NOTES: readonly (readonly [line: string, migrations: Record<string, string>, note: string])[] = [
    ['post title:string', { '1_create_post.js': POST }, ''],
    ['post Title:string', { '1_create_Post.js': POST }, ''],
    ['post titl:string string:string', { '1_create_post.js': POST }, LACKS('titl, string')],
    [
      'post secret:string',
      { '1_create_post.js': POST, '2_a.js': 'alterTable(\n"Post", (t) => t.string(`secret`));' },
      '',
    ],
    ['post secret:string', { '1_create_post.js': POST, '2_a.js': "alterTable('tag', 'secret');" }, LACKS('secret')],
    ['comment postId:references', { '1_begin.js': POST }, ''],
    ['comment blogPostId:references', {}, 'No migration creates the table blog_post, which blogPostId refers to.'],
    [
      'comment postId:references',
      { '1_create_comment.js': "t.references('postId', 'post')", '2_create_post.js': POST },
      'The table post, which postId refers to, is created after comment: give its migration an earlier timestamp, unless it is already applied.',
    ],
    [
      'comment postId:references',
      {
        '1_create_comment.js': '',
        '2_create_post.js': POST,
        '3_a.js': "alterTable('comment', (t) => { t.references('postId', 'post'); })",
      },
      '',
    ],
  ];
  for (const [line, migrations, note] of NOTES) {
    it(`${note === '' ? 'has no note' : 'has a note'} for ${line}, with the migrations: ${Object.keys(migrations).join(', ') || 'none'}`, async () => {
      const { err } = await cli(withMigrations(migrations), `controller ${line} -r`);
      expect(err.replace(/\s+/g, ' ').trim()).to.equal(note === '' ? '' : `note ${note}`);
    });
  }
});

describe('the project of a controller', () => {
  it('keeps the files that it has, with any extension', async () => {
    const files = {
      'src/config/router.cjs': 'module.exports = [];\n',
      'src/controller/rest.mjs': '',
      'src/config/model.js': '',
    };
    const root = makeProject('ts-esm', { model: true, files });
    expect((await cli(root, 'controller v1/post -r')).out)
      .to.contain('exists     src/controller/rest.mjs\n')
      .and.contain('route      src/config/router.cjs')
      .and.contain('exists     src/config/model.js\n');
    expect(read(root, 'src/controller/v1/post.ts')).to.contain("import Rest from '../rest.mjs';");
  });

  it('has a note about missing packages', async () => {
    const root = makeDirectory();
    put(root, 'package.json', '{"dependencies":{"express":"5"}}');
    put(root, 'tsconfig.json', '{}');
    const driver = hasSqlite(process.versions.node) ? '' : '      - npm install @photostructure/sqlite\n';
    expect((await cli(root, 'controller post -r')).err).to.contain(
      `- npm install @rest-gen/router @rest-gen/logic @rest-gen/model\n${driver}      - npm install --save-dev typescript @types/node @types/express\n`,
    );
    expect((await cli(makeProject('js-esm'), 'controller health')).err).to.equal('');
    expect(
      (await cli(makeProject('js-esm', { files: { 'src/config/model.js': '' } }), 'controller post a:text -r')).err,
    ).to.equal('');
  });
});
