import { expect } from 'chai';
import { COMPILERS, compile } from './compilers.ts';

/** Settings that affect types, in addition to `strict`. */
const SETTINGS = [[], ['--exactOptionalPropertyTypes'], ['--skipLibCheck', 'false', '--types', 'node,express']];

describe('the type tests of tables', function () {
  this.timeout(120_000);

  for (const [version, compiler] of COMPILERS) {
    for (const settings of SETTINGS) {
      it(`compile with TypeScript ${version} ${settings.join(' ')}`, async () => {
        expect(await compile(compiler, ['-p', 'test/types', ...settings])).to.equal('');
      });
    }
  }
});
