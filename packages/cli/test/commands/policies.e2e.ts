import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { cli, makeProject, removeDirectories, WORKSPACE } from '../fixture.ts';

after(removeDirectories);

const env = { ...(process.env as Record<string, string>), NO_COLOR: '1' };

const FILES = {
  'src/config/router.js': "export default [['/post/:id?', 'rest'], ['/author/:id?', 'rest']];\n",
  'src/config/model.js': `import { createModels } from '@rest-gen/model';
export default createModels('sqlite:./app.sqlite3');
`,
  'migrations/1_t.js': `export const up = async (schema) => {
  await schema.createTable('author', (t) => { t.id(); t.string('name'); });
  await schema.createTable('post', (t) => { t.id(); t.integer('author_id'); t.string('status'); });
  await schema.raw("insert into author (id, name) values (3, 'Ann'), (5, 'Bob')");
  await schema.raw("insert into post (id, author_id, status) values (7, 5, 'live'), (8, 3, 'draft'), (9, 5, 'draft')");
};
`,
  'src/controller/post.js': `import { Controller } from '@rest-gen/router';
export default class Post extends Controller {
  static include = { author: { fields: ['name'], key: 'author_id', table: 'author' } };
  getAction() { throw new Error('an action ran'); }
  postAction() { throw new Error('an action ran'); }
  patchAction() { throw new Error('an action ran'); }
  deleteAction() { throw new Error('an action ran'); }
}
`,
  'src/controller/author.js': `import { Controller } from '@rest-gen/router';
export default class Author extends Controller { getAction() {} }
`,
  'src/policy/author.js': `import { definePolicy } from '@rest-gen/router';
export default definePolicy('everyone');
`,
  'src/policy/post.js': `import { definePolicy } from '@rest-gen/router';

export default definePolicy({
  read: [
    { status: 'live' },
    (user) => user.isAdmin || { author_id: user.id },
  ],
  create: (user) => ({ author_id: user.id, status: { ne: 'gone' } }),
  update: (user) => ({ author_id: user.id }),
});
`,
};

describe('policies on the command line', function () {
  this.timeout(60_000);
  let root: string;
  before(async () => {
    root = makeProject('js-esm', { model: true, files: FILES });
    expect(await cli(root, 'migrate', { env })).to.include({ code: 0 });
  });

  const explain = async (...words: string[]) => cli(root, ['explain', ...words], { env });

  it('shows the rule that refuses, with the values of the record and of the user', async () => {
    const { code, out, err } = await explain('PATCH', '/post/7', '--as', '{"id":3}');
    expect({ code, err }).to.deep.equal({ code: 0, err: '' });
    const page = readFileSync(join(WORKSPACE, 'docs/debugging.md'), 'utf8');
    const policy = out.slice(out.indexOf('policy '));
    expect(page).to.include(`\`\`\`text\n${policy}\`\`\``);
    expect(page).to.include(`// src/policy/post.js\n${FILES['src/policy/post.js']}\`\`\``);
    expect(policy).to.match(/^verdict {5}403 E_POLICY \(as {"id":3}\)$/m);
    expect(out.split('\n').every((line) => line.length <= 80)).to.equal(true);
  });

  const VERDICTS: [line: string[], verdict: string][] = [
    [['PATCH', '/post/8', '--as', '{"id":3}'], 'allowed'],
    [['PATCH', '/post/9', '--as', '{"id":3}'], '404: may not be read'],
    [['PATCH', '/post/99', '--as', '{"id":3}'], '404: there is no such record'],
    [['GET', '/post/9', '--as', '{"id":1,"isAdmin":true}'], 'allowed'],
    [['GET', '/post', '--as', '{"id":3}'], 'allowed'],
    [['DELETE', '/post/8', '--as', '{"id":3}'], '403 E_POLICY'],
    [['POST', '/post', '--as', '{"id":3}'], 'depends on the record'],
    [['POST', '/post'], '401'],
    [['PATCH', '/post/7'], '401'],
    [['GET', '/post/7'], 'depends on the record'],
  ];
  for (const [words, verdict] of VERDICTS) {
    it(`says "${verdict}" for ${words.join(' ')}`, async () => {
      const { out } = await explain(...words, '--json');
      expect(JSON.parse(out).access?.verdict).to.equal(verdict);
    });
  }

  it('shows the conditions of a list and the policies of what it includes', async () => {
    const { out } = await explain('/post', '--as', '{"id":3}');
    expect(out).to.include('adds        (status is "live" or author_id is 3)\n');
    expect(out).to.include('joins       read policy of author\n');
  });

  it('shows what a new record gets, and what is demanded of it', async () => {
    const { out } = await explain('POST', '/post', '--as', '{"id":3}');
    expect(out).to.include('sets        author_id = 3\n');
    expect(out).to.include('demands     author_id is 3 and status is another value than "gone"\n');
  });

  it('says in JSON why', async () => {
    const { access } = JSON.parse((await explain('PATCH', '/post/7', '--as', '{"id":3}', '--json')).out);
    expect(access).to.deep.include({ table: 'post', user: { id: 3 }, operation: 'update' });
    expect(access.policies[1]).to.deep.include({ file: 'src/policy/post.js', id: 7, record: 'before', allowed: false });
    expect(access.policies[1].rules[0]).to.deep.include({ place: 'update', allows: false });
  });

  for (const [user, message] of [
    ['{id:3}', '--as "{id:3}" is not JSON. (E_USAGE)'],
    ['null', '--as null is no user. (E_USAGE)'],
  ] as const) {
    it(`refuses --as ${user}`, async () => {
      const { code, out, err } = await explain('/post/7', '--as', user);
      expect({ code, out }).to.deep.equal({ code: 2, out: '' });
      expect(err).to.include(message);
    });
  }

  it('lists who may do what with the table of each route', async () => {
    const { out } = await cli(root, 'routes', { env });
    const rules = [
      'read: status is "live" or user.isAdmin || { author_id: user.id }',
      "create: ({ author_id: user.id, status: { ne: 'gone' } })",
      'update: { author_id: user.id }',
      'delete: nobody  ',
    ];
    expect(out).to.include(`  ${rules.join(' · ')}`);
    expect(out).to.include('  read, create, update, delete: everyone  ');
    const { routes } = JSON.parse((await cli(root, 'routes --json', { env })).out);
    expect(routes[0].policy).to.include({ table: 'post', file: 'src/policy/post.js', delete: 'nobody' });
  });
});
