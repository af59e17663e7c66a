import { expect } from 'chai';
import { readFiles } from '../src/read-files.ts';

const photo = { fieldname: 'photo', size: 1 };
const other = { fieldname: 'photo', size: 2 };

describe('readFiles', () => {
  for (const [what, left, files] of [
    ['nothing', {}, {}],
    ['one upload', { file: photo }, { photo }],
    ['a list', { files: [photo, { fieldname: 'text', size: 3 }] }, { photo, text: { fieldname: 'text', size: 3 } }],
    ['two uploads of a field', { files: [photo, other] }, { photo: other }],
    ['uploads by field', { files: { photo: [photo, other] } }, { photo: [photo, other] }],
    ['no files', { files: null }, {}],
  ] as const) {
    it(`reads ${what}`, () => expect({ ...readFiles(left) }).to.deep.equal(files));
  }

  it('reaches no prototype', () => {
    const files = readFiles({ file: { fieldname: '__proto__' } });
    expect(Object.getPrototypeOf(files)).to.equal(null);
    expect(Object.keys(files)).to.deep.equal(['__proto__']);
  });
});
