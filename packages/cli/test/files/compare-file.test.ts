import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { compareFile, type OnConflict, type RenderedFile } from '../../src/files/compare-file.ts';
import { makeDirectory, put, removeDirectories, thrownBy } from '../fixture.ts';

after(removeDirectories);

const OWN: RenderedFile = {
  path: 'src/logic/v1/post.js',
  template: 'logic',
  values: {},
  policy: 'own',
  contents: 'a\nb\n',
};
const ONCE: RenderedFile = { ...OWN, path: 'src/controller/rest.js', policy: 'once' };
const RULE: RenderedFile = {
  ...OWN,
  path: 'src/config/router.js',
  policy: 'rule',
  pattern: '/post/:id?',
  contents: 'made\n',
};
const RULE_TEXT = "['/post/:id?', 'rest']";

describe('compareFile', () => {
  let root: string;
  beforeEach(() => {
    root = makeDirectory();
  });

  const compare = async (file: RenderedFile, onConflict?: OnConflict) => {
    const { target, ...compared } = await compareFile(root, file, onConflict);
    expect(target).to.equal(join(root, file.path));
    return compared;
  };

  it('creates what is not there', async () => {
    expect(await compare(OWN)).to.deep.equal({ path: OWN.path, status: 'create', after: 'a\nb\n' });
    expect(await compare(RULE)).to.deep.equal({
      path: RULE.path,
      status: 'create',
      rule: RULE_TEXT,
      after: 'made\n',
    });
  });

  it('finds the same text identical, whatever its line ends', async () => {
    put(root, OWN.path, 'a\r\nb\r\n');
    expect(await compare(OWN)).to.deep.equal({ path: OWN.path, status: 'identical' });
  });

  it('finds other text a conflict, unless told what to do', async () => {
    put(root, OWN.path, 'c\n');
    const texts = { path: OWN.path, before: 'c\n', after: 'a\nb\n' };
    expect(await compare(OWN)).to.deep.equal({ ...texts, status: 'conflict' });
    expect(await compare(OWN, 'force')).to.deep.equal({ ...texts, status: 'overwrite' });
    expect(await compare(OWN, 'skip')).to.deep.equal({ ...texts, status: 'skip' });
  });

  it('never touches what belongs to the user, link or not', async () => {
    put(root, ONCE.path, 'mine\n');
    expect(await compare(ONCE, 'force')).to.deep.equal({ path: ONCE.path, status: 'exists' });
    const other = { ...ONCE, path: 'src/controller/linked.js' };
    const elsewhere = makeDirectory();
    put(elsewhere, 'rest.js', 'mine\n');
    symlinkSync(join(elsewhere, 'rest.js'), join(root, other.path));
    expect(await compare(other)).to.deep.equal({ path: other.path, status: 'exists' });
  });

  const TWINS: [there: string, reason: string][] = [
    ['src/logic/v1/post.ts', 'src/logic/v1/post.ts exists'],
    ['src/logic/v1/Post.mjs', 'src/logic/v1/Post.mjs exists'],
    ['src/logic/V1/other.js', 'src/logic/V1 exists'],
  ];
  for (const [there, reason] of TWINS) {
    it(`finds ${there} in the way, by force too`, async () => {
      put(root, there, 'x');
      expect(await compare(OWN)).to.deep.equal({ path: OWN.path, status: 'conflict', reason });
      expect(await compare(OWN, 'force')).to.deep.equal({ path: OWN.path, status: 'conflict', reason });
      expect(await compare(OWN, 'skip')).to.deep.equal({ path: OWN.path, status: 'skip', reason });
    });
  }

  it('does not take neighbours for twins', async () => {
    for (const name of ['posts.js', 'post.test.ts', 'post.d.ts', 'post.md', 'blog-post.js', 'post/a.js'])
      put(root, `src/logic/v1/${name}`, 'x');
    expect(await compare(OWN)).to.include({ status: 'create' });
  });

  const reason = 'the existing file is not text';
  it('finds a directory, a file above and bytes that are no text in the way', async () => {
    mkdirSync(join(root, OWN.path), { recursive: true });
    expect(await compare(OWN, 'force')).to.deep.equal({ path: OWN.path, status: 'conflict', reason });
    put(root, RULE.path, Buffer.from([0xff, 0xfe, 0x00]));
    expect(await compare(RULE)).to.deep.equal({ path: RULE.path, status: 'conflict', reason });
    expect(await compare(RULE, 'skip')).to.deep.equal({ path: RULE.path, status: 'skip', reason });
    put(root, 'lib', 'a file');
    const above = { status: 'conflict', reason: 'lib exists' };
    expect(await compare({ ...OWN, path: 'lib/post.js' })).to.include(above);
    expect(await compare({ ...ONCE, path: 'lib/a/rest.js' })).to.include(above);
  });

  it('adds a rule, finds it, or leaves it to the user', async () => {
    const before = 'export default [];\n';
    put(root, RULE.path, before);
    const after = `export default [\n  ${RULE_TEXT},\n];\n`;
    expect(await compare(RULE)).to.deep.equal({ path: RULE.path, status: 'route', rule: RULE_TEXT, before, after });
    put(root, RULE.path, after);
    expect(await compare(RULE)).to.deep.equal({ path: RULE.path, status: 'identical', rule: RULE_TEXT });
    put(root, RULE.path, 'export default build();\n');
    expect(await compare(RULE)).to.deep.equal({ path: RULE.path, status: 'route', rule: RULE_TEXT, byHand: true });
  });

  it('refuses a path that leaves the project', async () => {
    symlinkSync(makeDirectory(), join(root, 'src'));
    expect(await thrownBy(() => compareFile(root, OWN))).to.include({ code: 'E_OUTSIDE' });
  });
});
