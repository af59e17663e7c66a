import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { readFields } from '../../src/arguments/read-fields.ts';
import { readName } from '../../src/arguments/read-name.ts';
import { tableNotes } from '../../src/plan/table-notes.ts';
import { readProject } from '../../src/project/project.ts';
import { cli, makeProject, put, removeDirectories } from '../fixture.ts';

after(removeDirectories);

const POST = "await schema.createTable('post', (t) => { t.string('title'); });";

const CASES: [title: string, line: string, migrations: Record<string, string>, notes: string[]][] = [
  ['a new table', 'post title:string', {}, []],
  ['a table that has the fields', 'post title:string', { '1_create_post.js': POST }, []],
  [
    'a table that lacks fields',
    'post title:string secret:string views:integer',
    { '1_create_post.js': POST },
    ['The table post has a migration already. Create another one for: secret, views.'],
  ],
  [
    'fields that are part of words, or in no quotes',
    'post titl:string string:string',
    { '1_create_post.js': POST },
    ['The table post has a migration already. Create another one for: titl, string.'],
  ],
  ['case, which SQLite has not', 'post Title:string', { '1_create_Post.js': POST }, []],
  [
    'fields that a later migration adds',
    'post title:string secret:string',
    { '1_create_post.js': POST, '2_add_secret.js': 'await schema.alterTable(\n"Post", (t) => t.string(`secret`));' },
    [],
  ],
  [
    'fields that a migration adds to another table',
    'post secret:string',
    { '1_create_post.js': POST, '2_add_secret.js': "schema.alterTable('tag', (t) => t.references('secret', 'post'));" },
    ['The table post has a migration already. Create another one for: secret.'],
  ],
  [
    'a reference to nothing',
    'comment blogPostId:references',
    {},
    ['No migration creates the table blog_post, which blogPostId refers to.'],
  ],
  ['a reference to a table that is there', 'comment postId:references', { '1_create_post.js': POST }, []],
  ['a reference to a table in other case', 'comment blogPostId:references', { '1_create_blogPost.js': '' }, []],
  ['a reference to a table of a larger migration', 'comment postId:references', { '1_begin.js': POST }, []],
  ['a reference to the table itself', 'blogPost blogPostId:references', {}, []],
  [
    'a reference to a table that is created later',
    'comment postId:references',
    { '1_create_comment.js': "t.references('postId', 'post')", '2_create_post.js': POST },
    [
      'The table post, which postId refers to, is created after comment: give its migration an earlier timestamp, unless it is already applied.',
    ],
  ],
];

describe('tableNotes', () => {
  for (const [title, line, migrations, notes] of CASES) {
    it(`${notes.length > 0 ? 'remarks' : 'has no remark on'} ${title}`, () => {
      const files = Object.entries(migrations).map(([name, text]) => [`migrations/${name}`, text]);
      const project = readProject(makeProject('js-esm', { model: true, files: Object.fromEntries(files) }));
      const [name = '', ...fields] = line.split(' ');
      expect(tableNotes(project, readName(name).table, readFields(fields))).to.deep.equal(notes);
    });
  }

  it('passes over what cannot be read', () => {
    const root = makeProject('js-esm', { model: true, files: { 'migrations/2_create_tag.js': '' } });
    mkdirSync(join(root, 'migrations/1_create_post.js'));
    expect(tableNotes(readProject(root), 'tag', readFields(['postId:references']))).to.deep.equal([
      'The table tag has a migration already. Create another one for: postId.',
    ]);
  });

  it('are shown by the command, where the project has models', async () => {
    const root = makeProject('js-esm', { model: true });
    expect((await cli(root, 'controller post title:string! -r')).err).to.equal('');
    put(root, 'src/logic/post.js', '');
    const ran = await cli(root, 'controller post title:string! secret:string -r --force');
    expect(ran).to.include({
      code: 0,
      err: 'note  The table post has a migration already. Create another one for: secret.\n',
    });
    const again = await cli(root, 'controller comment blogPostId:references -r');
    expect(again.err).to.equal('note  No migration creates the table blog_post, which blogPostId refers to.\n');
    const without = await cli(makeProject('js-esm'), 'controller comment blogPostId:references -r');
    expect(without.err).not.to.contain('migration');
  });
});
