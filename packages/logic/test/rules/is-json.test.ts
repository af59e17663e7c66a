import { expect } from 'chai';
import fc from 'fast-check';
import { isJson } from '../../src/rules/is-json.ts';

describe('isJson', () => {
  const cyclicList: unknown[] = [];
  cyclicList.push(cyclicList);
  const cyclicObject: Record<string, unknown> = {};
  cyclicObject.a = { b: cyclicObject };

  it('takes what comes back from JSON as it was', () => {
    fc.assert(fc.property(fc.jsonValue({ maxDepth: 5 }), isJson));
    for (const value of [null, '', 0, -0, [], {}, Object.create(null), { a: [{ b: false }] }]) {
      expect(isJson(value)).to.equal(true);
    }
  });

  it('refuses everything else, wherever it stands', () => {
    const others: unknown[] = [
      undefined,
      Number.NaN,
      Number.POSITIVE_INFINITY,
      1n,
      Symbol('a'),
      () => 1,
      new Date(),
      /a/,
      new Map(),
      new (class A {})(),
      '\ud800',
      cyclicList,
      cyclicObject,
      new Array(1),
    ];
    for (const [position, value] of others.entries()) {
      for (const holder of [value, [value], { a: value }, [{ a: [1, value] }]]) {
        expect(isJson(holder), `${position}`).to.equal(false);
      }
    }
    expect(isJson({ '\ud800': 1 })).to.equal(false);
  });

  it('calls nothing of the value', () => {
    const angry = {
      toJSON: () => {
        throw new Error('called');
      },
    };
    expect(isJson(angry)).to.equal(false);
  });
});
