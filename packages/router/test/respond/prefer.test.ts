import { expect } from 'chai';
import { parseReturn } from '../../src/core/respond/prefer.ts';

describe('readReturn', () => {
  for (const [field, expected] of [
    [undefined, undefined],
    ['return=minimal', 'minimal'],
    ['Return = minimal', 'minimal'],
    ['return="minimal"', 'minimal'],
    ['return="mini\\mal"', 'minimal'],
    ['respond-async, wait=100, return=minimal; foo="a,b"', 'minimal'],
    ['foo="a\\", return=minimal", return=representation', 'representation'],
    ['foo; return=minimal', undefined],
    [',, return=minimal', 'minimal'],
    // Of two only the first is considered (RFC 7240 section 2).
    ['return=representation, return=minimal', 'representation'],
    ['return=other, return=minimal', undefined],
    ['return=MINIMAL', undefined],
    ['return="minimal', undefined],
    ['"return"=minimal', undefined],
    [`foo="${'\\'.repeat(9)}`, undefined],
  ] as const) {
    it(`reads ${field}`, () => expect(parseReturn(field)).to.equal(expected));
  }
});
