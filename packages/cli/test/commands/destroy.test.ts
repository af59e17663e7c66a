import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { cli, fileNames, KINDS, makeProject, put, read, removeDirectories, tree } from '../fixture.ts';

after(removeDirectories);

describe('rest-gen destroy controller', () => {
  for (const kind of KINDS) {
    it(`deletes what controller wrote: ${kind}`, async () => {
      const root = makeProject(kind);
      await cli(root, 'controller tag -r');
      const before = tree(root);
      await cli(root, 'controller v1/post title:string! -r');
      const ran = await cli(root, 'destroy controller v1/post');
      expect(ran).to.include({ code: 0, err: '' });
      expect(ran.out.match(/^remove /gm)).to.have.length(3);
      expect(tree(root)).to.deep.equal(before);
    });
  }

  it('keeps the migration and the base class, with a note about the table', async () => {
    const root = makeProject('ts-esm', { model: true });
    await cli(root, 'controller post -r');
    const ran = await cli(root, 'destroy controller post');
    expect(ran.err)
      .to.contain('note  The migration migrations/20260102030405_create_post.js and')
      .and.contain("dropTable('post')");
    expect(fileNames(root)).to.include.members([
      'migrations/20260102030405_create_post.js',
      'src/controller/rest.ts',
      'src/config/model.ts',
    ]);
  });

  it('keeps changed files, and deletes them with --force', async () => {
    const root = makeProject('js-esm');
    await cli(root, 'controller post -r');
    put(root, 'src/logic/post.js', `${read(root, 'src/logic/post.js')}// mine\n`);
    const ran = await cli(root, 'destroy controller post');
    expect(ran.code).to.equal(0);
    expect(ran.out).to.contain('changed    src/logic/post.js').and.contain('remove     src/controller/post.js');
    expect(ran.err).to.contain('Not deleted, because they were changed: src/logic/post.js.');
    expect(read(root, 'src/logic/post.js')).to.contain('// mine');
    expect((await cli(root, 'destroy controller post --force')).out).to.equal('remove     src/logic/post.js\n');
    expect(existsSync(join(root, 'src/logic/post.js'))).to.equal(false);
  });

  it('reads the fields of a resource from its migration', async () => {
    const root = makeProject('ts-esm', { model: true });
    const types = 'a:string! b:text c:integer! d:bigint e:decimal f:double:index g:boolean h:date i:datetime j:json';
    await cli(root, `controller post ${types} k:uuid:unique tagId:references! -r`);
    expect((await cli(root, 'destroy controller post')).out.match(/^remove /gm)).to.have.length(3);
  });

  it('keeps a logic whose fields it does not know', async () => {
    const root = makeProject('ts-esm');
    await cli(root, 'controller tag name:string -r');
    const ran = await cli(root, 'destroy controller tag');
    expect(ran.out).to.contain('remove     src/controller/tag.ts').and.contain('changed    src/logic/tag.ts');
  });

  it('keeps a rule that is not the generated one', async () => {
    const root = makeProject('js-esm', {
      files: { 'src/config/router.js': "export default [\n  ['/post/:id?', '/article', 'rest'],\n];\n" },
    });
    const ran = await cli(root, 'destroy controller post');
    expect(ran.out).to.contain('changed    src/config/router.js');
    expect(ran.err).to.contain('src/config/router.js may have a rule of post');
  });

  it('refuses to delete a controller that another rule names', async () => {
    const rules = "export default [\n  [/\\/post\\/(\\d+)\\/comments/, 'comment?postId=:1', 'rest'],\n];\n";
    const root = makeProject('js-esm', { files: { 'src/config/router.js': rules } });
    await cli(root, 'controller comment -r');
    await cli(root, 'controller post -r');
    expect((await cli(root, 'destroy controller post')).err).to.equal('');
    const before = tree(root);
    const ran = await cli(root, 'destroy controller comment');
    expect(ran).to.include({ code: 3, out: '' });
    expect(ran.err.replace(/\s+/g, ' ')).to.contain(
      'src/config/router.js has another rule with the controller comment',
    );
    expect(tree(root)).to.deep.equal(before);
  });

  it('deletes what `rest-gen action` has added with --force', async () => {
    const root = makeProject('js-esm', { model: true });
    await cli(root, 'controller post -r');
    const before = read(root, 'src/config/router.js');
    await cli(root, 'controller issue title:string! -r');
    await cli(root, 'action issue archive reason:string!');
    await cli(root, 'action issue close');
    const ran = await cli(root, 'destroy controller issue --force');
    expect(ran.code, ran.err).to.equal(0);
    expect(read(root, 'src/config/router.js')).to.equal(before);
    expect(fileNames(root).filter((name) => /issue(?!\.js$)|src.*issue/.test(name))).to.deep.equal([]);
  });

  it('deletes nothing with --dry-run, and prints JSON', async () => {
    const root = makeProject('js-cjs');
    await cli(root, 'controller post -r');
    const before = tree(root);
    const ran = await cli(root, 'destroy controller post --dry-run --json');
    expect(JSON.parse(ran.out)).to.deep.include({ command: 'destroy', name: 'post', dryRun: true, written: false });
    expect(JSON.parse(ran.out).files[0]).to.deep.equal({ status: 'remove', path: 'src/controller/post.js' });
    expect(tree(root)).to.deep.equal(before);
  });

  it('refuses what does not exist', async () => {
    const root = makeProject('js-esm');
    expect((await cli(root, 'destroy controller post')).err).to.contain('There is no controller post');
    expect((await cli(root, 'destroy controller post')).code).to.equal(2);
    expect((await cli(root, 'destroy model post')).err).to.contain('can only be controller');
    expect((await cli(root, 'destroy controller rest')).code).to.equal(2);
    expect((await cli(root, 'destroy controller ../x')).code).to.equal(2);
  });
});
