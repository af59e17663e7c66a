import vm from 'node:vm';
import { expect } from 'chai';
import { refusedBy, run, runBody } from '../../run-field.ts';

class Form {
  title = 'own';
  get role() {
    return 'admin';
  }
}

describe('inherited properties of a body', () => {
  const fields = { title: { string: true }, role: { string: true } };

  for (const [name, body] of [
    ['of a class', new Form()],
    ['of a prototype', Object.create({ role: 'admin' }, { title: { value: 'own', enumerable: true } })],
    ['of an object with a key __proto__', JSON.parse('{"title":"own"}')],
    ['of another realm', vm.runInNewContext('Object.prototype.role = "admin"; ({ title: "own" })')],
    ['of nothing', Object.assign(Object.create(null), { title: 'own' })],
  ] as const) {
    it(`are ignored: ${name}`, () => {
      expect(runBody(fields, body)).to.deep.equal({ title: 'own' });
      expect(runBody({ o: { object: true, children: fields } }, { o: body })).to.deep.equal({ o: { title: 'own' } });
    });
  }

  it('do not count as unknown keys', async () => {
    expect(
      runBody({ title: {} }, Object.create({ other: 1 }, { title: { value: 1, enumerable: true } })),
    ).to.deep.equal({ title: 1 });
    expect(await refusedBy(async () => runBody({}, JSON.parse('{"__proto__":{"a":1}}')))).to.deep.equal([
      '/__proto__ unknown',
    ]);
    expect(
      run({ postAction: { unknown: 'strip', body: {} } }, 'postAction', { body: JSON.parse('{"__proto__":{"a":1}}') })
        .body,
    ).to.deep.equal({});
  });

  it('ignores symbol keys', () => {
    expect(runBody({ a: {} }, { a: 1, [Symbol('b')]: 2 })).to.deep.equal({ a: 1 });
  });

  it('treats undefined as absent', async () => {
    expect(runBody({ a: {}, b: { default: 1 } }, { a: undefined, b: undefined })).to.deep.equal({ b: 1 });
    expect(await refusedBy(async () => runBody({ a: { required: true } }, { a: undefined }))).to.deep.equal([
      '/a required',
    ]);
  });
});
