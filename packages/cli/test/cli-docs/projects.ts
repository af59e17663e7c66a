import { join } from 'node:path';
import { cli, makeDirectory, makeProject, put } from '../fixture.ts';

/** What the console blocks of a section of `docs/cli.md` and its neighbors run in, by its command. A section with blocks needs one. */
export const PROJECTS: Readonly<Record<string, () => Promise<string>>> = {
  controller: async () => makeProject('ts-esm', { model: true }),
  action: async () => {
    const root = makeProject('ts-esm', { model: true });
    await cli(root, 'controller issue title:string! -r');
    return root;
  },
  auth: async () => {
    const directory = makeDirectory();
    await cli(directory, 'new app --no-install');
    const root = join(directory, 'app');
    await cli(root, 'controller post title:string! -r');
    return root;
  },
  policy: async () => {
    const root = makeProject('ts-esm', { model: true });
    await cli(root, 'controller user name:string! -r');
    await cli(root, 'controller post author_id:references:user -r');
    return root;
  },
  migration: async () => makeProject('ts-esm', { model: true }),
  migrate: async () => {
    const root = makeProject('js-esm', { model: true });
    await cli(root, 'controller post -r');
    return root;
  },
  types: async () => {
    const root = makeProject('js-esm', { model: true });
    await cli(root, 'controller post -r');
    return root;
  },
  seed: async () => {
    const seed = "export default async (models) => { await models.model('post').add({ title: 'Hello' }); };\n";
    const root = makeProject('js-esm', { model: true, files: { 'seeds/1_posts.js': seed } });
    await cli(root, 'controller post -r');
    return root;
  },
  check: async () => {
    const root = makeProject('ts-esm', { files: { 'src/config/router.ts': CHECKED } });
    for (const name of ['post', 'user']) put(root, `src/controller/${name}.ts`, CONTROLLER);
    return root;
  },
  webhooks: async () => {
    const root = makeProject('js-esm', { model: true, files: { 'src/config/webhooks.js': HOOKS } });
    await cli(root, 'controller issue state:string! -r');
    await cli(root, 'migration webhook_delivery');
    return root;
  },
  destroy: async () => {
    // As in a new project, where controllers get tests.
    const root = makeProject('ts-esm', { files: { 'test/app.ts': "await import('../src/app.js');\n" } });
    await cli(root, 'controller post');
    return root;
  },
  routes: makeBlog,
  explain: makeBlog,
  bundle: makeBlog,
  openapi: async () => {
    const root = await makeBlog();
    put(root, 'released.yaml', 'openapi: 3.1.1\ninfo: { title: blog, version: 1.0.0 }\npaths: { /tag: {} }\n');
    return root;
  },
  logic: makeBlog,
};

// --- internal ---

const RULES = String.raw`import { defineRules } from '@rest-gen/router';

export default defineRules([
  ['/post/:id?', 'rest'],
  [/\/post\/(\d+)\/comments(?:\/(\d+))?/, 'comment?postId=:1&id=:2', 'rest'],
  ['/v1/post/:id?', 'rest'],
  ['/old/:id', '/legacy', 'proxy'],
]);
`;

const HOOKS = `export default [{ name: 'chat', resource: 'issue', filter: { state: 'open' }, url: 'https://chat.example.com/in',
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' }];
`;

const CHECKED = `import { defineRules } from '@rest-gen/router';

export default defineRules([
  ['/user/:id?', 'rest'],
  ['/user/me', '/user', 'rest'],
  ['/post/:id?', 'rest'],
  ['/tag/:id?', 'rest'],
]);
`;

const CONTROLLER =
  "import { Controller } from '@rest-gen/router';\n\nexport default class extends Controller { getAction() { return []; } }\n";

async function makeBlog(): Promise<string> {
  const root = makeProject('ts-esm', { files: { 'src/config/router.ts': RULES } });
  for (const name of ['post', 'comment', 'v1/post']) {
    await cli(root, ['controller', name, 'title:string!', 'body:text', '-r', '--no-route']);
  }
  return root;
}
