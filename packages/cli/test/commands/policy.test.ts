import { expect } from 'chai';
import { cli, fileNames, KINDS, makeProject, put, read, removeDirectories, tree } from '../fixture.ts';

after(removeDirectories);

const squeeze = (text: string) => text.replace(/\s+/g, ' ');

describe('rest-gen policy', () => {
  for (const kind of KINDS.filter((kind) => kind !== 'empty')) {
    it(`writes a policy: ${kind}`, async () => {
      const root = makeProject(kind);
      const ran = await cli(root, 'policy v1/blog-post');
      const ts = kind.startsWith('ts');
      const path = `src/policy/blog_post.${ts ? 'ts' : 'js'}`;
      expect(ran).to.deep.equal({ code: 0, out: `create     ${path}\n`, err: '' });
      expect(read(root, path))
        .to.contain(`definePolicy${ts ? "<'blog_post'>" : ''}({\n  read: 'everyone',\n  create: 'user',\n`)
        .and.contain(kind === 'js-cjs' ? 'module.exports = ' : 'export default ');
      expect((await cli(root, 'policy blog_post')).out).to.equal(`identical  ${path}\n`);
    });
  }

  // biome-ignore format: a table
  const OPTIONS: readonly [string, readonly string[], readonly string[]][] = [
    ['--owner author_id', ["read: 'everyone'", 'update: (user) => ({ author_id: user.id })'], ['id: number']],
    ['--tenant tenant_id', ["read: 'user'", "delete: 'user'", 'always: (user) => ({ tenant_id: user.tenant_id })'], ['id: number', 'tenant_id: string']],
    ['--owner author_id --tenant tenant_id', ["read: 'user'", 'create: (user) => ({ author_id: user.id })', 'always:'], ['id: number', 'tenant_id: string']],
    ['--owner tenant_id', ['create: (user) => ({ tenant_id: user.id })'], ['id: string']],
  ];
  for (const [options, rules, members] of OPTIONS) {
    it(`names columns with ${options}, and types them from the migration`, async () => {
      const root = makeProject('ts-esm', { model: true });
      await cli(root, 'controller post title:string! author_id:references:user tenant_id:uuid -r');
      const ran = await cli(root, `policy post ${options}`);
      expect(ran.err).to.equal('');
      for (const rule of rules) expect(read(root, 'src/policy/post.ts')).to.contain(rule);
      for (const member of members) expect(read(root, 'src/user.d.ts')).to.contain(`    readonly ${member};\n`);
      expect(read(root, 'src/user.d.ts').match(/readonly/g)).to.have.length(members.length);
    });
  }

  it('names a test that writes without a user', async () => {
    const root = makeProject('ts-esm', { model: true });
    await cli(root, 'controller v1/post title:string! -r');
    await cli(root, 'controller note title:string! -r');
    const user = 'Object.assign(req, { user: { id: 1 } });';
    put(root, 'test/v1/post.test.ts', "await request(app).post('/v1/post').send({}).expect(201);\n");
    put(root, 'test/note.test.ts', `${user}\nawait request(app).post('/note').send({}).expect(201);\n`);
    expect((await cli(root, 'policy note')).err).not.to.contain('test/');
    const ran = await cli(root, 'policy post');
    expect(squeeze(ran.err))
      .to.contain('test/v1/post.test.ts sends its requests as nobody, whose writes are 401 now.')
      .and.contain(user);
    put(root, 'test/v1/post.test.ts', "await request(app).get('/v1/post').expect(200);\n");
    expect((await cli(root, 'policy post')).err).to.equal('');
  });

  it('opens no column with the name of a secret: the controller hides it', async () => {
    for (const options of ['--policy', '--owner user_id', '--policy --soft-delete']) {
      const root = makeProject('js-esm', { model: true });
      await cli(
        root,
        `controller account name:string! passwordHash:string! token:uuid token_count:integer user_id:integer -r ${options}`,
      );
      expect(read(root, 'src/controller/account.js')).to.contain("  static hidden = ['passwordHash', 'token'];\n");
      expect(read(root, 'src/policy/account.js')).to.contain("read: 'everyone'").and.not.contain('fields');
      expect((await cli(root, 'destroy controller account --dry-run')).out).to.contain(
        'remove     src/policy/account.js',
      );
    }
  });

  it('opens no column with the name of a secret that no controller hides', async () => {
    const root = makeProject('js-esm', { model: true });
    await cli(root, 'controller account name:string! password:string! pin_secret:text -r');
    await cli(root, 'controller device name:string! api_key:string! -r');
    const show = (name: string, text: string) =>
      put(
        root,
        `src/controller/${name}.js`,
        read(root, `src/controller/${name}.js`).replace(/static hidden = .*;/, text),
      );
    show('account', "static hidden = ['password'];");
    show('device', '');
    const fields = (name: string) => `  fields: {\n    ${name}: { read: 'nobody' },\n  },\n`;
    await cli(root, 'policy account --all');
    expect(read(root, 'src/policy/account.js')).to.contain(`  delete: 'user',\n`).and.contain(fields('pin_secret'));
    expect(read(root, 'src/policy/device.js')).to.contain(`  delete: 'everyone',\n`).and.contain(fields('api_key'));
    expect((await cli(root, 'destroy controller account --dry-run')).out).to.contain(
      'remove     src/policy/account.js',
    );
    expect((await cli(root, 'destroy controller device --dry-run')).out).to.contain('remove     src/policy/device.js');
  });

  it('does not declare the user where a source does', async () => {
    const files = { 'src/auth.ts': "declare module '@rest-gen/router' {\n  interface User { id: number }\n}\n" };
    const ran = await cli(makeProject('ts-esm', { files }), 'policy post --owner a');
    expect(ran.out).to.equal('create     src/policy/post.ts\n');
  });

  it('does not change a declared user, and names the member that it lacks', async () => {
    const root = makeProject('ts-esm');
    await cli(root, 'policy post --owner author_id');
    const ran = await cli(root, 'policy tag --tenant org');
    expect(ran.out).to.equal('create     src/policy/tag.ts\nexists     src/user.d.ts\n');
    expect(squeeze(ran.err)).to.equal('note Add org to the interface User in src/user.d.ts: the policy uses it. ');
  });

  it('refuses a table that neither the sources nor the database have', async () => {
    const files = {
      'src/config/model.js': `import { createModels } from '@rest-gen/model';\nexport default createModels('sqlite:./db.sqlite3');\n`,
      'migrations/1_create_post.js': "export const up = (schema) => schema.createTable('post', (t) => t.id());\n",
    };
    for (const [name, hint] of [
      ['pots', 'Did you mean post\\? To write'],
      ['elsewhere', 'To write'],
    ]) {
      const root = makeProject('js-esm', { model: true, files });
      const ran = await cli(root, `policy ${name}`);
      expect(ran).to.include({ code: 2, out: '' });
      expect(squeeze(ran.err)).to.match(new RegExp(`^error There is no table "${name}"\\. \\(E_TABLE\\) ${hint}`));
      expect((await cli(root, `policy ${name} --force`)).out).to.equal(`create     src/policy/${name}.js\n`);
    }
  });

  it('looks for a typo where the database cannot be asked', async () => {
    const root = makeProject('js-esm', { files: { 'migrations/1_create_post.js': '' } });
    expect((await cli(root, 'policy pots')).code).to.equal(2);
    expect((await cli(root, 'policy elsewhere')).out).to.equal('create     src/policy/elsewhere.js\n');
  });

  it('suggests the column that the migration has', async () => {
    const root = makeProject('js-esm', { model: true });
    await cli(root, 'controller post author_id:references:user -r');
    const { err } = await cli(root, 'policy post --owner autor_id --dry-run');
    expect(squeeze(err)).to.contain('names the column autor_id. Did you mean author_id?');
    expect((await cli(root, 'policy other --owner autor_id --dry-run')).err).not.to.contain('autor_id');
  });

  it('names the tables that need a policy, and opens them with --all', async () => {
    const root = makeProject('js-esm');
    for (const line of ['controller v1/post -r', 'controller user -r', 'controller health']) await cli(root, line);
    const ran = await cli(root, 'policy post');
    expect(squeeze(ran.err)).to.contain('These have none: user.').and.contain('--all');
    const all = await cli(root, 'policy post --all');
    expect(all).to.include({ out: 'identical  src/policy/post.js\ncreate     src/policy/user.js\n', err: '' });
    expect(read(root, 'src/policy/user.js')).to.contain("export default definePolicy('everyone');");
    expect(await cli(root, 'policy post --all')).to.include({ out: 'identical  src/policy/post.js\n', err: '' });
  });

  it('has --diff, --skip and --force for a file that differs', async () => {
    const root = makeProject('js-esm');
    await cli(root, 'policy post');
    const line = 'policy post --owner author_id';
    const before = tree(root);
    expect(await cli(root, line)).to.include({ code: 3, out: 'conflict   src/policy/post.js\n' });
    expect((await cli(root, `${line} --diff`)).out).to.contain("-  create: 'user',\n");
    expect((await cli(root, `${line} --skip`)).out).to.equal('skip       src/policy/post.js\n');
    expect(tree(root)).to.deep.equal(before);
    const forced = JSON.parse((await cli(root, `${line} --force --json`)).out);
    expect(forced).to.deep.include({ command: 'policy', name: 'post', written: true, dryRun: false });
  });

  for (const [options, message] of [
    ["--owner a'b", 'is not the name of a column'],
    ['--tenant constructor', 'is not the name of a column'],
    ['--owner a --tenant a', 'name the same column'],
  ] as const) {
    it(`refuses ${options}`, async () => {
      const root = makeProject('js-esm');
      const ran = await cli(root, `policy post ${options}`);
      expect(ran.code).to.equal(2);
      expect(squeeze(ran.err)).to.contain(message);
      expect(fileNames(root)).to.deep.equal(['package.json']);
    });
  }

  it('annotates the export for isolatedDeclarations', async () => {
    const root = makeProject('ts-esm');
    put(root, 'tsconfig.json', '{ "compilerOptions": { "isolatedDeclarations": true } }');
    await cli(root, 'policy post');
    expect(read(root, 'src/policy/post.ts'))
      .to.contain("const policy: Policy = definePolicy<'post'>({")
      .and.match(/^export default policy;\n$/m);
  });
});

describe('rest-gen controller with a policy', () => {
  const FIELDS = 'title:string! author_id:references:user -r';

  for (const kind of ['ts-esm', 'js-cjs'] as const) {
    it(`writes it, and destroy deletes it: ${kind}`, async () => {
      for (const options of ['--policy', '--owner author_id', '--owner author_id --tenant org']) {
        const root = makeProject(kind);
        await cli(root, 'controller tag -r');
        if (kind === 'ts-esm') put(root, 'src/user.d.ts', '');
        const before = tree(root);
        const made = await cli(root, `controller post ${FIELDS} ${options}`);
        expect(made.out).to.contain(`create     src/policy/post.${kind.slice(0, 2)}\n`);
        await cli(root, 'destroy controller post --force');
        expect(tree(root)).to.deep.equal(before);
      }
    });
  }

  it('keeps a policy that was changed, or that another controller needs', async () => {
    const root = makeProject('js-esm');
    await cli(root, 'controller post -r --policy');
    await cli(root, 'controller v1/post -r');
    expect((await cli(root, 'destroy controller v1/post --dry-run')).out).not.to.contain('policy');
    await cli(root, 'destroy controller v1/post');
    put(root, 'src/policy/post.js', `${read(root, 'src/policy/post.js')}// mine\n`);
    expect((await cli(root, 'destroy controller post')).out).to.contain('changed    src/policy/post.js');
  });

  it('suggests the owner, and names the tables that need a policy', async () => {
    const root = makeProject('js-esm');
    await cli(root, 'controller tag -r');
    const { err } = await cli(root, `controller post ${FIELDS} --policy`);
    expect(squeeze(err)).to.contain('With --owner author_id,').and.contain('These tables need a policy, too: tag.');
    expect((await cli(root, `controller note ${FIELDS} --owner author_id`)).err).not.to.contain('With --owner');
    const { err: without } = await cli(root, 'controller page -r');
    expect(squeeze(without)).to.contain('The table page needs a policy, as others have one: npx rest-gen policy page');
  });

  it('is for REST controllers', async () => {
    const root = makeProject('js-esm');
    const ran = await cli(root, 'controller post --policy');
    expect(ran.code).to.equal(2);
    expect(squeeze(ran.err)).to.contain('--policy requires -r');
  });

  it('writes tests that are signed in', async () => {
    const root = makeProject('js-esm', {
      model: true,
      files: { 'test/app.js': "await import('../src/app.js');\n" },
    });
    await cli(root, 'controller user name:string! -r');
    await cli(root, `controller post ${FIELDS} --owner author_id`, { now: new Date('2026-02-02') });
    expect(read(root, 'test/post.test.js')).to.contain('user = { id: userId };').and.contain('author_id: userId,');
    expect(read(root, 'test/user.test.js')).not.to.contain('express');
    expect((await cli(root, 'destroy controller post')).out).to.contain('remove     test/post.test.js');
  });
});
