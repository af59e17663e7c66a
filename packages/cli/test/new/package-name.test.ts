import { expect } from 'chai';
import { checkPackageName } from '../../src/new/package-name.ts';
import { thrownBy } from '../fixture.ts';

describe('checkPackageName', () => {
  for (const name of ['blog', 'my-app', 'app2', '2048', 'a.b_c', 'a'.repeat(214)]) {
    it(`takes ${name.slice(0, 20)}`, () => checkPackageName(name, ['express']));
  }

  for (const [name, fault, meant] of [
    ['', 'is empty', ''],
    ['Blog', 'cannot be the name', 'Did you mean blog?'],
    ['My Blog', 'cannot be the name', 'Did you mean my-blog?'],
    ['.hidden', 'cannot be the name', 'Did you mean hidden?'],
    ['_private', 'cannot be the name', 'Did you mean private?'],
    ['--db', 'cannot be the name', 'Did you mean db?'],
    ['blog;rm -rf', 'cannot be the name', 'Did you mean blog-rm-rf?'],
    ['$(id)', 'cannot be the name', 'Did you mean id?'],
    ['bl\u202eog', 'cannot be the name', 'Did you mean bl-og?'],
    ['blog\n', 'cannot be the name', 'Did you mean blog?'],
    ['über', 'cannot be the name', 'Did you mean uber?'],
    ['blog.', 'ends with a dot', 'Did you mean blog?'],
    ['con', 'is a device on Windows', ''],
    ['nul.txt', 'is a device on Windows', ''],
    ['node_modules', 'is taken by Node or npm', ''],
    ['http', 'is taken by Node or npm', ''],
    ['express', 'is the name of a package', ''],
    ['a'.repeat(215), 'has 215 characters', ''],
  ] as const) {
    it(`refuses ${JSON.stringify(name.slice(0, 20))}`, async () => {
      const error = await thrownBy(() => checkPackageName(name, ['express']));
      expect(error).to.include({ code: 'E_NAME', exitCode: 2 });
      expect(error.message)
        .to.contain(fault)
        .and.not.match(/[\n\u202e]/);
      if (meant === '') expect(error.wayOut).not.to.contain('Did you mean');
      else expect(error.wayOut).to.contain(meant);
    });
  }
});
