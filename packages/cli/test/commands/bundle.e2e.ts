import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createRestRouter } from '@rest-gen/router';
import { expect } from 'chai';
import { cli, put, removeDirectories } from '../fixture.ts';
import { makeOne, POST } from '../inspect/projects.ts';

after(removeDirectories);

const env = process.env as Record<string, string>;

describe('rest-gen bundle', function () {
  this.timeout(60_000);

  for (const modules of ['esm', 'cjs'] as const) {
    it(`writes a module for createRestRouter (${modules})`, async () => {
      const root = makeOne(`js-${modules}`, {
        'src/controller/v1/post.js': POST[modules],
        'src/controller/v1-post.js': POST[modules],
        'src/policy/blog-post.js':
          modules === 'esm' ? "export default { read: 'user' };" : "module.exports = { read: 'user' };",
        'src/logic/post.js': modules === 'esm' ? 'export default {};' : 'module.exports = {};',
        'src/controller/rest.js': 'throw new Error("The base class is imported by controllers only.");',
      });
      expect(await cli(root, 'bundle', { env })).to.include({ code: 0, err: '', out: 'create     src/modules.js\n' });
      const { default: given } = await import(pathToFileURL(join(root, 'src/modules.js')).href);
      expect(Object.keys(given)).to.deep.equal(['rules', 'controllers', 'logics', 'policies']);
      expect(given.policies).to.deep.equal({ 'blog-post': { read: 'user' } });
      expect(Object.keys(given.controllers)).to.deep.equal(['post', 'v1-post', 'v1/post']);
      const router = createRestRouter({ ...given, log: false });
      await router.ready;
      expect(router.routes()).to.have.length(1);
    });
  }

  it('writes the file again after a change; --check reports it', async () => {
    const root = makeOne('js-esm');
    await cli(root, 'bundle', { env });
    expect(await cli(root, 'bundle --check', { env })).to.include({ code: 0, out: 'identical  src/modules.js\n' });
    put(root, 'src/controller/tag.js', POST.esm);
    expect(await cli(root, 'bundle --check', { env })).to.include({ code: 1, out: 'overwrite  src/modules.js\n' });
    expect(await cli(root, 'bundle', { env })).to.include({ code: 0, out: 'overwrite  src/modules.js\n' });
    expect(readFileSync(join(root, 'src/modules.js'), 'utf8')).to.contain('tag: tagController');
  });

  it('says that there are no policies, and lists one that is added', async () => {
    const root = makeOne('js-esm', { 'src/modules.js': '// Written by `rest-gen bundle`. Of an earlier version.' });
    await cli(root, 'bundle', { env });
    expect(readFileSync(join(root, 'src/modules.js'), 'utf8')).to.contain('policies: {},');
    put(root, 'src/policy/post.js', "export default { read: 'user' };");
    expect(await cli(root, 'bundle --check', { env })).to.include({ code: 1, out: 'overwrite  src/modules.js\n' });
  });

  it('does not overwrite other files', async () => {
    const root = makeOne('js-esm', { 'src/modules.js': 'export const mine = 1;' });
    const ran = await cli(root, 'bundle', { env });
    expect(ran).to.include({ code: 3, out: '' });
    expect(ran.err).to.contain('E_CONFLICT');
    expect(readFileSync(join(root, 'src/modules.js'), 'utf8')).to.equal('export const mine = 1;');
  });

  it('imports the sources of TypeScript', async () => {
    const root = makeOne('ts-esm', {
      'src/config/router.ts': "export default [['/post/:id?', 'rest']];",
      'src/controller/post.ts': POST.esm,
      'dist/config/router.js': 'export default [];',
    });
    expect(await cli(root, 'bundle', { env })).to.include({ code: 0, err: '' });
    const text = readFileSync(join(root, 'src/modules.ts'), 'utf8');
    expect(text).to.match(/^import postController from '\.\/controller\/post\.js';$/m);
  });
});
