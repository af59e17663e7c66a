import { expect } from 'chai';
import { projectFormat } from '../../src/files/format.ts';
import { makeDirectory, makeProject, put, removeDirectories } from '../fixture.ts';

after(removeDirectories);

const TEXT = "if (true) {\n  use('x');\n}\n";
const TABS = 'if (true) {\n\tuse("x");\n}\n';

describe('projectFormat', () => {
  const CASES: [title: string, files: Record<string, string>, formatted: string][] = [
    ['no configuration', {}, TEXT],
    ['the defaults of Biome', { 'biome.json': '{}' }, TABS],
    ['a configuration with comments', { 'biome.jsonc': '// x\n{}' }, TABS],
    [
      'quotes of its own',
      { 'biome.json': '{"javascript":{"formatter":{"quoteStyle":"single"}}}' },
      TABS.replaceAll('"', "'"),
    ],
    ['formatting switched off', { 'biome.json': '{"formatter":{"enabled":false}}' }, TEXT],
    ['a broken configuration', { 'biome.json': '{' }, TEXT],
  ];
  for (const [title, files, formatted] of CASES) {
    it(`gives the format of a project with ${title}`, async () => {
      const root = makeProject('js-esm', { files });
      expect(await projectFormat(root)('src/x.js', TEXT)).to.equal(formatted);
    });
  }

  it('takes the configuration of a directory above', async () => {
    const root = makeProject('js-esm', { files: { 'biome.json': '{}', 'packages/a/package.json': '{}' } });
    expect(await projectFormat(`${root}/packages/a`)('src/x.js', TEXT)).to.equal(TABS);
  });

  it('leaves text as it is where Biome is not installed', async () => {
    const root = makeDirectory();
    put(root, 'biome.json', '{}');
    expect(await projectFormat(root)('src/x.js', TEXT)).to.equal(TEXT);
  });

  it('leaves text as it is when Biome cannot run', async () => {
    const root = makeDirectory();
    put(root, 'biome.json', '{}');
    put(root, 'node_modules/@biomejs/biome/package.json', '{}');
    expect(await projectFormat(root)('src/x.js', TEXT)).to.equal(TEXT);
    put(root, 'node_modules/@biomejs/biome/bin/biome', 'process.exitCode = 0;');
    expect(await projectFormat(root)('src/x.js', TEXT)).to.equal(TEXT);
  });
});
