import { expect } from 'chai';
import { type Logic, validate } from '../src/index.ts';
import { isUndeclared, markInside, markUndeclared } from '../src/undeclared.ts';

describe('isUndeclared', () => {
  it('knows a value that was marked, and all that is in it', () => {
    const inner = { ne: '' };
    const value = { list: [inner], bytes: new Uint8Array(3) };
    markUndeclared(value);
    expect([value, value.list, inner].map(isUndeclared)).to.deep.equal([true, true, true]);
    expect(isUndeclared(value.bytes)).to.equal(false);
  });

  it('knows no copy, no other value, and no text', () => {
    const value = { ne: '' };
    markUndeclared(value);
    for (const other of [{ ...value }, {}, null, undefined, 'text', 1]) {
      markUndeclared(other === undefined || other === null ? other : 'text');
      expect(isUndeclared(other)).to.equal(false);
    }
  });

  it('marks what is inside, but not the value', () => {
    const list = [{ ne: '' }, 'text'];
    markInside(list);
    expect([list, list[0]].map(isUndeclared)).to.deep.equal([false, true]);
  });

  it('takes what is nested deeper than the stack, and what holds itself', () => {
    let deep: object = {};
    for (let level = 0; level < 100_000; level += 1) deep = { deep };
    const round: Record<string, unknown> = {};
    round.round = round;
    markUndeclared([deep, round]);
    expect(isUndeclared(deep) && isUndeclared(round)).to.equal(true);
  });

  const ROWS: readonly (readonly [string, object, unknown, (x: never) => unknown, boolean])[] = [
    ['an object in a field without a type', {}, { ne: '' }, (x) => x, true],
    ['a list in a field without a type', {}, ['a'], (x) => x, true],
    ['an object without fields', { object: true }, { ne: '' }, (x) => x, true],
    ['a list in an object without fields', { object: true }, { in: ['a'] }, (x: { in: unknown }) => x.in, true],
    ['a list', { array: true }, ['a'], (x) => x, false],
    ['an object in a list without rules of its items', { array: true }, [{ ne: '' }], ([x]: [unknown]) => x, true],
    ['a list with rules of its items', { array: true, children: { string: true } }, ['a'], (x) => x, false],
    ['an object with fields', { object: true, children: { ne: { string: true } } }, { ne: '' }, (x) => x, false],
  ];
  for (const [name, rules, x, read, expected] of ROWS) {
    it(`says ${expected} of ${name}`, async () => {
      const { body } = await validate({ postAction: { body: { x: rules } } } as Logic, 'postAction', { body: { x } });
      expect(body.x).to.deep.equal(x);
      expect(isUndeclared(read(body.x as never))).to.equal(expected);
    });
  }
});
