import { expect } from 'chai';
import { projectFormat } from '../../src/files/format.ts';
import { makeDirectory, makeProject, put, removeDirectories } from '../fixture.ts';

after(removeDirectories);

const TEXT = "if (true) {\n  use('x');\n}\n";
const TABS = 'if (true) {\n\tuse("x");\n}\n';

describe('the format of generated files', () => {
  for (const [title, files, formatted] of [
    ['without a configuration', {}, TEXT],
    ['with a biome.json', { 'biome.json': '{}' }, TABS],
    ['with a biome.jsonc', { 'biome.jsonc': '// x\n{}' }, TABS],
    ['with the formatter disabled', { 'biome.json': '{"formatter":{"enabled":false}}' }, TEXT],
    ['with an invalid configuration', { 'biome.json': '{' }, TEXT],
  ] as const) {
    it(`is that of a project ${title}`, async () => {
      const root = makeProject('js-esm', { files: { ...files, 'packages/a/package.json': '{}' } });
      expect(await projectFormat(root)('src/x.js', TEXT)).to.equal(formatted);
      expect(await projectFormat(`${root}/packages/a`)('src/x.js', TEXT)).to.equal(formatted);
    });
  }

  it('is the default where Biome is not installed, or does not work', async () => {
    const root = makeDirectory();
    put(root, 'biome.json', '{}');
    expect(await projectFormat(root)('src/x.js', TEXT)).to.equal(TEXT);
    put(root, 'node_modules/@biomejs/biome/package.json', '{}');
    expect(await projectFormat(root)('src/x.js', TEXT)).to.equal(TEXT);
    put(root, 'node_modules/@biomejs/biome/bin/biome', 'process.exitCode = 0;');
    expect(await projectFormat(root)('src/x.js', TEXT)).to.equal(TEXT);
  });
});
