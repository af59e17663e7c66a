import { expect } from 'chai';
import { checkPackageName } from '../../src/new/package-name.ts';
import { thrownBy } from '../fixture.ts';

describe('checkPackageName', () => {
  for (const name of ['blog', 'my-app', 'app2', '2048', 'a.b_c', 'a'.repeat(214)]) {
    it(`takes ${name.slice(0, 20)}`, () => checkPackageName(name, ['express']));
  }

  for (const [name, fault, meant] of [
    ['', 'is empty', ''],
    ['Blog', 'is not valid for a package', 'Did you mean blog?'],
    ['My Blog', 'is not valid for a package', 'Did you mean my-blog?'],
    ['.hidden', 'is not valid for a package', 'Did you mean hidden?'],
    ['_private', 'is not valid for a package', 'Did you mean private?'],
    ['--db', 'is not valid for a package', 'Did you mean db?'],
    ['blog;rm -rf', 'is not valid for a package', 'Did you mean blog-rm-rf?'],
    ['$(id)', 'is not valid for a package', 'Did you mean id?'],
    ['bl\u202eog', 'is not valid for a package', 'Did you mean bl-og?'],
    ['blog\n', 'is not valid for a package', 'Did you mean blog?'],
    ['über', 'is not valid for a package', 'Did you mean uber?'],
    ['blog.', 'ends with a dot', 'Did you mean blog?'],
    ['con', 'is a device name of Windows', ''],
    ['nul.txt', 'is a device name of Windows', ''],
    ['node_modules', 'is reserved by Node or npm', ''],
    ['http', 'is reserved by Node or npm', ''],
    ['express', 'is the name of a dependency', ''],
    ['a'.repeat(215), 'has 215 characters', ''],
  ] as const) {
    it(`refuses ${JSON.stringify(name.slice(0, 20))}`, async () => {
      const error = await thrownBy(() => checkPackageName(name, ['express']));
      expect(error).to.include({ code: 'E_NAME', exitCode: 2 });
      expect(error.message)
        .to.contain(fault)
        .and.not.match(/[\n\u202e]/);
      if (meant === '') expect(error.fix).not.to.contain('Did you mean');
      else expect(error.fix).to.contain(meant);
    });
  }
});
