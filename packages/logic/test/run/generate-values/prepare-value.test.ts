import { expect } from 'chai';
import { refusedBy, run, runBody } from '../../run-field.ts';

describe('values before their rules run', () => {
  it('refuses a repeated query parameter unless it is declared as a list', async () => {
    const query = {
      a: { array: true },
      b: {},
      c: { string: true },
      d: { date: true },
      e: { array: true, children: { int: true } },
    };
    const sources = { query: { a: ['1', '2'], b: ['1'], c: ['1', '2'], d: ['x'], e: ['1', '2'] } };
    expect(await refusedBy(async () => run({ getAction: { query } }, 'getAction', sources))).to.deep.equal([
      '/b repeated',
      '/c repeated',
      '/d repeated',
    ]);
    // Elsewhere a list is a value like any other.
    expect(runBody({ b: {} }, { b: ['1'] })).to.deep.equal({ b: ['1'] });
  });

  it('unwraps a list with one upload', async () => {
    const logic = { postAction: { files: { photo: { file: true }, all: { array: true, children: { file: true } } } } };
    const file = { originalname: 'a.png', size: 1 };
    expect(run(logic, 'postAction', { files: { photo: [file], all: [file, [file]] } }).files).to.deep.equal({
      photo: file,
      all: [file, file],
    });
    expect(await refusedBy(async () => run(logic, 'postAction', { files: { photo: [file, file] } }))).to.deep.equal([
      '/photo file',
    ]);
    expect(await refusedBy(async () => run(logic, 'postAction', { files: { photo: [] } }))).to.deep.equal([
      '/photo file',
    ]);
  });

  it('copies values whose content is not declared', () => {
    const inside = { list: [{ a: 1 }] };
    for (const rules of [{}, { object: true }]) {
      const { x } = runBody({ x: rules }, { x: inside }) as { x: typeof inside };
      expect(x).to.deep.equal(inside);
      expect(x).not.to.equal(inside);
      expect(x.list).not.to.equal(inside.list);
      expect(x.list[0]).not.to.equal(inside.list[0]);
    }
    const { x } = runBody({ x: { array: true } }, { x: [inside] }) as { x: unknown[] };
    expect(x[0]).to.deep.equal(inside);
    expect(x[0]).not.to.equal(inside);
  });

  it('refuses values that are not JSON and reports the place', async () => {
    const table: [value: unknown, pointer: string][] = [
      [{ a: { 'b/c': ['\ud800'] } }, '/x/a/b~1c/0'],
      [[{ a: Number.POSITIVE_INFINITY }], '/x/0/a'],
      [JSON.parse('{"a":[{"__proto__":1}]}'), '/x/a/0/__proto__'],
    ];
    for (const [value, pointer] of table) {
      expect(await refusedBy(async () => runBody({ x: {} }, { x: value }))).to.deep.equal([`${pointer} unsafe`]);
    }
  });
});
