import { expect } from 'chai';
import { importsTypeScript } from '../../src/project/read-tsconfig.ts';
import { makeDirectory, put, removeDirectories } from '../fixture.ts';

after(removeDirectories);

const CASES: [text: string, imports: boolean][] = [
  ['{"compilerOptions":{"rewriteRelativeImportExtensions":true}}', true],
  ['{"compilerOptions":{"allowImportingTsExtensions":true}}', true],
  ['{"compilerOptions":{"allowImportingTsExtensions":false,"rewriteRelativeImportExtensions":true}}', true],
  ['\ufeff{ // types\n "compilerOptions": { /* run\n by Node */ "allowImportingTsExtensions": true, }, }', true],
  ['{"a":"// no comment","b":["/*",","],"compilerOptions":{"allowImportingTsExtensions":true,"c":"*/"}}', true],
  ['{"a":"\\"// ,}","compilerOptions":{"allowImportingTsExtensions":true /* x */ , // y\n}}', true],
  ['{"compilerOptions":{"allowImportingTsExtensions":false}}', false],
  ['{"compilerOptions":{"rewriteRelativeImportExtensions":"true"}}', false],
  ['{"compilerOptions":{/* "allowImportingTsExtensions": true */}}', false],
  ['{"compilerOptions":{\n// "allowImportingTsExtensions": true\n}}', false],
  ['{"allowImportingTsExtensions":true}', false],
  ['{"compilerOptions":null}', false],
  ['{"compilerOptions":{"allowImportingTsExtensions":true}', false],
  ['null', false],
  ['', false],
];

describe('importsTypeScript', () => {
  for (const [text, imports] of CASES) {
    it(`${imports ? 'sees' : 'does not see'} it in ${JSON.stringify(text)}`, () => {
      const root = makeDirectory();
      put(root, 'tsconfig.json', text);
      expect(importsTypeScript(root)).to.equal(imports);
    });
  }

  it('does not see it where there is no tsconfig.json', () => {
    expect(importsTypeScript(makeDirectory())).to.equal(false);
  });
});
