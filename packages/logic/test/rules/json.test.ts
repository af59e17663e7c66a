import { expect } from 'chai';
import fc from 'fast-check';
import { copyJson } from '../../src/rules/json.ts';
import { nested } from '../foreign/run-check.ts';
import { snapshotPrototypes } from '../hardening/prototypes.ts';

const parse = (text: string): unknown => JSON.parse(text);

describe('copyJson', () => {
  it('copies every JSON value deeply', () => {
    const prototypes = snapshotPrototypes();
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'grapheme' }), (value) => {
        const before = JSON.stringify(value);
        const copied = copyJson(value);
        if (before.includes('"__proto__":')) return;
        expect('copy' in copied && copied.copy).to.deep.equal(value);
        if (typeof value === 'object' && value !== null) expect('copy' in copied && copied.copy).not.to.equal(value);
        expect(JSON.stringify(value)).to.equal(before);
      }),
    );
    expect(snapshotPrototypes()).to.deep.equal(prototypes);
  });

  const refused: [name: string, value: unknown, path: (string | number)[], problem: RegExp][] = [
    ['half a surrogate pair', ['\ud800'], [0], /surrogate/],
    ['a key with half a surrogate pair', { a: { '\udc00': 1 } }, ['a'], /key.*surrogate/],
    ['a number beyond all', parse('{"a":[1,1e999]}'), ['a', 1], /finite/],
    ['NaN', Number.NaN, [], /finite/],
    ['__proto__', parse('{"a":{"b":1,"__proto__":{"polluted":true}}}'), ['a', '__proto__'], /name/],
    ['__proto__, escaped', parse('{"\\u005f_proto__":1}'), ['__proto__'], /name/],
    ['a key of 1,001 characters', [{ ['k'.repeat(1001)]: '\ud800' }], [0], /key of more than 1000 characters/],
    ['65 levels', nested(65), new Array(64).fill(0), /deeper than 64 levels/],
    ['1,000 levels', nested(1_000, (inner) => ({ a: inner })), new Array(64).fill('a'), /deeper/],
    ['100,000 levels', nested(100_000), new Array(64).fill(0), /deeper/],
  ];
  for (const [name, value, path, problem] of refused) {
    it(`refuses ${name}`, () => {
      const result = copyJson(value);
      expect(result.problem).to.match(problem);
      expect(result).to.have.property('path').that.deep.equals(path);
    });
  }

  it('refuses more than 5,000,000 values', () => {
    const row = new Array(1000).fill(0);
    // Each row counts 1,001, and the list itself 1.
    const most = [...new Array(4995).fill(row), 0, 0, 0, 0];
    expect(copyJson(most)).to.include({ size: 5_000_000 });
    expect(copyJson([...most, 0]).problem).to.equal('holds more than 5000000 values');
  });

  it('accepts 64 levels by default', () => {
    expect(copyJson(nested(64)))
      .to.have.property('copy')
      .that.deep.equals(nested(64));
    expect(copyJson(nested(3), 2).problem).to.match(/deeper than 2 levels/);
  });

  it('leaves out undefined members and keeps undefined items', () => {
    expect(copyJson({ a: undefined, b: [undefined, 1] }))
      .to.have.property('copy')
      .that.deep.equals({ b: [undefined, 1] });
  });

  it('keeps values that are not plain objects', () => {
    const values = [new Date(), Buffer.from('x'), new (class Upload {})(), () => 1, 1n, Symbol.iterator];
    const { copy } = copyJson(values) as { copy: unknown[] };
    for (const [index, value] of values.entries()) expect(copy[index]).to.equal(value);
  });

  it('creates objects with Object.prototype', () => {
    const bare = Object.assign(Object.create(null), { constructor: 1, toString: 2 });
    const { copy } = copyJson(bare) as { copy: object };
    expect(Object.getPrototypeOf(copy)).to.equal(Object.prototype);
    expect(Object.keys(copy)).to.deep.equal(['constructor', 'toString']);
  });
});
