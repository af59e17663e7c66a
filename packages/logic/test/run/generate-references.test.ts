import { expect } from 'chai';
import { refusedBy, runBody } from '../run-field.ts';

const object = (children: object) => ({ object: true, children });

describe('values of referenced fields', () => {
  it('include defaults and exclude blank values', async () => {
    const fields = { a: { requiredIf: ['b', 1] }, b: { int: true, default: 1 } };
    expect(await refusedBy(async () => runBody(fields, {}))).to.deep.equal(['/a requiredIf']);
    expect(runBody(fields, { b: null })).to.deep.equal({});
  });

  it('are absent below null', () => {
    const fields = { a: { requiredWith: ['o/b'] }, o: { nullable: true, ...object({ b: {} }) } };
    expect(runBody(fields, { o: null })).to.deep.equal({ o: null });
  });

  it('stops at 100 errors in a long list', async () => {
    const fields = { list: { array: true, children: object({ a: { requiredWithout: ['b'] }, b: {} }) } };
    expect(await refusedBy(async () => runBody(fields, { list: new Array(100_000).fill({}) }))).to.have.length(100);
  });

  it('work for fields with any name', async () => {
    for (const name of ['a/b', '~', '', '$ref', 'properties', 'x-compare', 'toString', 'é"\'\\', '\n']) {
      const fields = { x: { requiredWith: [name] }, y: { different: name }, [name]: {} };
      if (name === '') {
        // A name has to be some text to be compared with.
        expect(() => runBody(fields, {})).to.throw(/different takes the name of another field/);
        continue;
      }
      expect(await refusedBy(async () => runBody(fields, { [name]: 1, y: 1 })), name).to.deep.equal([
        '/x requiredWith',
        '/y different',
      ]);
      expect(runBody(fields, { [name]: 1, x: 1, y: 2 }), name).to.deep.equal({ [name]: 1, x: 1, y: 2 });
    }
  });
});
