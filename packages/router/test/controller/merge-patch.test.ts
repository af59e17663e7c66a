import { expect } from 'chai';
import fc from 'fast-check';
import { mergePatch } from '../../src/resource/write/merge-patch.ts';

describe('mergePatch', () => {
  // RFC 7396, appendix A
  for (const [target, patch, expected] of [
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b' }, { a: null }, {}],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [
      ['a', 'b'],
      ['c', 'd'],
      ['c', 'd'],
    ],
    [{ a: 'b' }, ['c'], ['c']],
    [{ a: 'foo' }, null, null],
    [{ a: 'foo' }, 'bar', 'bar'],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [[1, 2], { a: 'b', c: null }, { a: 'b' }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
    [undefined, { a: null }, {}],
  ] as [unknown, unknown, unknown][]) {
    it(`merges ${JSON.stringify(patch)} into ${JSON.stringify(target)}`, () => {
      const before = structuredClone(target);
      expect(mergePatch(target, patch)).to.deep.equal(expected);
      expect(target).to.deep.equal(before);
    });
  }

  it('is idempotent', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (target, patch) => {
        const once = mergePatch(target, patch);
        expect(mergePatch(once, patch)).to.deep.equal(once);
      }),
    );
  });

  it('does not change a prototype', () => {
    const merged = mergePatch({}, JSON.parse('{"__proto__":{"admin":true},"constructor":{"a":1}}'));
    expect(Object.getPrototypeOf(merged)).to.equal(Object.prototype);
    expect(({} as { admin?: boolean }).admin).to.equal(undefined);
    expect(Object.keys(merged as object)).to.deep.equal(['__proto__', 'constructor']);
  });
});
