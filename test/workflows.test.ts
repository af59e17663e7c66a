import { expect } from 'chai';
import { listFiles, readText } from './workspace.ts';

const files = listFiles('.github/workflows');

describe('workflows', () => {
  it('are found', () => expect(files).to.include('.github/workflows/ci.yml'));

  for (const file of files) {
    describe(file, () => {
      const text = readText(file);

      it('pins every action to a commit, with its tag beside it', () => {
        const uses = [...text.matchAll(/uses: *(.*)/g)].map((match) => match[1] ?? '');
        expect(uses).not.to.be.empty;
        expect(uses.filter((use) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(use))).to.eql([]);
      });

      it('gives nothing by default', () => expect(text).to.match(/^permissions: \{\}$/m));

      it('leaves no credentials in the checkout', () => {
        const checkouts = text.match(/actions\/checkout@/g)?.length;
        expect(text.match(/persist-credentials: false/g)?.length).to.equal(checkouts);
      });
    });
  }
});
