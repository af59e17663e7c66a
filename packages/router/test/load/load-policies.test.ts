import { expect } from 'chai';
import { givenModules } from '../../src/core/load/load-modules.ts';
import { Controller, createRestRouter, definePolicy, StartError } from '../../src/index.ts';
import { toProject } from '../../src/load/to-project.ts';
import { loadProject, startErrorOf } from './load-project.ts';
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

  it('are found in a CommonJS project, compiled TypeScript among them', async () => {
    const { root } = writeProject(
      {
        'src/config/router.js': "module.exports = [['/post/:id?', 'rest']];",
        'src/policy/post.js': "module.exports = require('@rest-gen/router').definePolicy('user');",
        'src/policy/tag.js':
          "Object.defineProperty(exports, '__esModule', { value: true });\nexports.default = require('./post.js');",
      },
      'commonjs',
    );
    const { policies } = await loadProject({ root });
    expect([...(policies ?? [])].map(({ table, policy }) => [table, policy.read])).to.deep.equal([
      ['post', 'user'],
      ['tag', 'user'],
    ]);
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

describe('a policy that is none', () => {
  afterEach(removeProjects);

  const REFUSED: readonly (readonly [what: string, file: string, exported: string, message: RegExp])[] = [
    ['no export', 'post', 'export const x = 1;', /the policy "post" has no default export.*definePolicy\(\{/s],
    ['a word', 'post', "export default 'everyone';", /the policy "post" is a string, not what definePolicy returns/],
    [
      'a file in a directory',
      'v1/post',
      'export default {};',
      /"v1\/post" is in a directory .*move it to policy\/post/s,
    ],
    [
      'a misspelt operation',
      'post',
      "export default { raed: 'user' };",
      /unknown member "raed".*Did you mean "read"\?/s,
    ],
    [
      'an unknown operation',
      'post',
      "export default { publish: 'user' };",
      /"publish".*The members are relations, always,/s,
    ],
    ['a misspelt word', 'post', "export default { read: 'evryone' };", /read is 'evryone'.*Did you mean 'everyone'\?/s],
    [
      'a boolean',
      'post',
      'export default { read: true };',
      /read is true.*It has to be 'everyone', 'user', 'nobody', a filter/s,
    ],
    ['a wrong rule in a list', 'post', 'export default { read: ["user", 7] };', /read is 7/],
    ['an async function', 'post', 'export default { read: async () => true };', /read is an async function/],
    [
      'fields of a wrong type',
      'post',
      'export default { fields: ["email"] };',
      /fields is \[.*\{ email: \{ read: 'user' \} \}/s,
    ],
    [
      'a field of a wrong type',
      'post',
      "export default { fields: { email: 'user' } };",
      /fields\.email is 'user'.*\{ read: 'user' \}/s,
    ],
    [
      'an unknown member of a field',
      'post',
      "export default { fields: { a: { wirte: 'user' } } };",
      /fields\.a has .*"wirte".*"write"/s,
    ],
    [
      'a wrong condition of a field',
      'post',
      'export default { fields: { a: { write: 1 } } };',
      /fields\.a\.write is 1/,
    ],
    [
      'an unknown option of a relation',
      'post',
      "export default { relations: { a: { tabel: 'b' } } };",
      /the policy "post": relations\.a has the unknown option "tabel".*"table"/s,
    ],
    ['relations of a wrong type', 'post', 'export default { relations: [] };', /the policy "post": relations is \[\]/],
  ];
  for (const [what, name, exported, message] of REFUSED) {
    it(`is refused with E_POLICY_EXPORT, naming the file: ${what}`, async () => {
      const { root } = writeProject({ 'src/config/router.js': RULES, [`src/policy/${name}.js`]: exported });
      const error = await startErrorOf({ root });
      expect(error).to.include({ code: 'E_POLICY_EXPORT' });
      expect(error.file).to.match(new RegExp(`src/policy/${name}\\.js$`));
      expect(error.message).to.match(message);
    });
  }

  it('is the second one of a table', async () => {
    const { root } = writeProject({
      'src/config/router.js': RULES,
      'src/policy/blog-post.js': POLICY,
      'src/policy/blog_post.js': POLICY,
    });
    expect((await startErrorOf({ root })).message).to.match(/"blog_post" has two policies.*policy\/blog-post\.js/s);
  });

  it('is refused as an option, too', () => {
    const options = { rules: [], controllers: {}, policies: { post: 'everyone' as never } };
    expect(() => createRestRouter(options)).to.throw(StartError, /the policy "post" is a string/);
  });
});

describe('controllers that are given', () => {
  afterEach(removeProjects);

  const controllers = {};

  it('need policies where the option user is given', () => {
    const options = { rules: [], controllers, user: () => undefined, log: false as const };
    expect(() => createRestRouter(options))
      .to.throw(
        StartError,
        /^E_OPTION.*controllers is given without policies, and the option user is given.*policies: \{\} says/s,
      )
      .with.property('code', 'E_OPTION');
    expect(() => createRestRouter({ ...options, policies: {} })).not.to.throw();
  });

  it('need policies where there is a folder policy', () => {
    const { root } = writeProject({ 'src/config/router.js': RULES, 'src/policy/post.js': POLICY });
    const options = { root, rules: [], controllers, log: false as const };
    expect(() => createRestRouter(options)).to.throw(StartError, /there is the folder .*src\/policy/);
    expect(() => createRestRouter({ ...options, policies: {} })).not.to.throw();
  });
});
