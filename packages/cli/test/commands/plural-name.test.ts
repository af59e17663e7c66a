import { expect } from 'chai';
import { cli, fileNames, makeProject, put, removeDirectories } from '../fixture.ts';

after(removeDirectories);

const squeeze = (text: string) => text.replace(/\s+/g, ' ');
/** Without the database, which is opened to ask for its tables. */
const sources = (root: string) => fileNames(root).filter((name) => !name.startsWith('data/'));

describe('a name in the plural', () => {
  /** What is refused in a project with the resources post and category. */
  const REFUSED: [line: string, meant: string][] = [
    ['controller posts -r', 'post'],
    ['controller categories name:string! -r', 'category'],
    ['controller tags -r', 'tag'],
    ['controller v1/tags -r', 'v1/tag'],
    ['controller addresses -r', 'address'],
    ['controller companies -r', 'company'],
    ['controller movies -r', 'movie'],
    ['controller responses -r', 'response'],
    ['controller todos -r', 'todo'],
    ['controller photos -r', 'photo'],
    ['controller laws -r', 'law'],
    ['controller heroes -r', 'hero'],
    ['controller shoes -r', 'shoe'],
    ['controller houses -r', 'house'],
    ['controller viruses -r', 'virus'],
    ['controller sizes -r', 'size'],
    ['controller quizzes -r', 'quiz'],
    ['controller caches -r', 'cache'],
    ['controller branches -r', 'branch'],
    ['controller posts', 'post'],
    ['logic posts', 'post'],
    ['action posts archive', 'post'],
    ['destroy controller posts', 'post'],
    ['policy categories', 'category'],
  ];
  for (const [line, meant] of REFUSED) {
    it(`is refused with the singular: ${line}`, async () => {
      const root = makeProject('js-esm', { model: true });
      for (const name of ['post', 'category']) await cli(root, `controller ${name} -r`);
      const before = sources(root);
      const { code, err } = await cli(root, line);
      expect(squeeze(err)).to.contain(`Did you mean ${meant}?`);
      expect(code).not.to.equal(0);
      expect(sources(root)).to.deep.equal(before);
    });
  }

  for (const name of [
    'address',
    'status',
    'news',
    'analysis',
    'settings',
    'canvas',
    'sms',
    'v1/series',
    'bus',
    'chaos',
    'ios',
    'v1/docs',
    'api-docs',
  ]) {
    it(`is not meant by ${name}`, async () => {
      expect((await cli(makeProject('js-esm', { model: true }), `controller ${name} -r`)).code).to.equal(0);
    });
  }

  const USED: Record<string, Record<string, string>> = {
    'a rule': { 'src/config/router.js': "export default [\n  ['/posts/:id?', 'rest'],\n];\n" },
    'a migration': { 'migrations/1_create_posts.js': '' },
    'a migration of several tables': { 'migrations/1_baseline.js': "schema.createTable('posts', (t) => {});" },
    'a policy': { 'src/policy/posts.js': '' },
    'a controller': { 'src/controller/posts.js': 'export default class Posts {}\n' },
  };
  for (const [what, files] of Object.entries(USED)) {
    it(`works where ${what} has it`, async () => {
      const root = makeProject('js-esm', { model: true, files });
      const ran = await cli(root, 'controller posts -r --skip');
      expect(ran.code, ran.err).to.equal(0);
      expect(fileNames(root)).to.include('src/logic/posts.js');
    });
  }

  it('works for a plain controller, which has no table', async () => {
    expect((await cli(makeProject('js-esm'), 'controller reports')).code).to.equal(0);
  });

  it('works as the message says', async () => {
    const root = makeProject('js-esm', { model: true });
    const { err } = await cli(root, 'controller posts -r');
    const [rule = ''] = /\['.*'\]/.exec(squeeze(err)) ?? [];
    put(root, 'src/config/router.js', `export default [\n  ${rule},\n];\n`);
    expect((await cli(root, 'controller posts -r')).code).to.equal(0);
  });
});
