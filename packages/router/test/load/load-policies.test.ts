import { expect } from 'chai';
import { Controller, definePolicy } from '../../src/index.ts';
import { givenModules } from '../../src/load/load-modules.ts';
import { toProject } from '../../src/load/to-project.ts';
import { loadProject } from './load-project.ts';
import { removeProjects, writeProject } from './project.ts';

const RULES = "export default [['/post/:id?', 'rest']];\n";
const POLICY = "import { definePolicy } from '@rest-gen/router';\nexport default definePolicy('user');\n";

describe('policies of a project', () => {
  afterEach(removeProjects);

  it('are the files in policy/, by table', async () => {
    const { root } = writeProject({
      'src/config/router.js': RULES,
      'src/policy/post.js': POLICY,
      'src/policy/blog-comment.js': POLICY,
    });
    const { policies } = await loadProject({ root });
    expect([...(policies ?? [])].map(({ table }) => table)).to.deep.equal(['blog_comment', 'post']);
    expect(policies?.get('post')?.policy.read).to.equal('user');
    expect(policies?.get('post')?.file).to.match(/src\/policy\/post\.js$/);
  });

  it('come from an option in their place', async () => {
    const { root } = writeProject({ 'src/config/router.js': RULES, 'src/policy/post.js': POLICY });
    const { policies } = await loadProject({ root, policies: { tag: definePolicy('everyone') } });
    expect([...(policies ?? [])].map(({ table, file }) => [table, file])).to.deep.equal([['tag', undefined]]);
    const options = { rules: [], controllers: { post: Controller }, policies: {} };
    expect(toProject(givenModules(options), options).policies).to.equal(undefined);
  });

  it('are undefined where there are none', async () => {
    const { root } = writeProject({ 'src/config/router.js': RULES });
    expect((await loadProject({ root })).policies).to.equal(undefined);
  });
});
