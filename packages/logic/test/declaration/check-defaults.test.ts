import { expect } from 'chai';
import { fieldErrorOf, logicErrorOf, runBody, runField } from '../run-field.ts';

describe('default values', () => {
  const refused: [rules: object, message: RegExp][] = [
    [{ int: true, default: 'x' }, /x: the default fails its own rules: x must be a whole number/],
    [{ string: true, length: { max: 1 }, default: 'ab' }, /at most 1 character/],
    [{ int: true, default: null }, /the default is blank; remove it, or add nullable: true for null/],
    [{ object: true, default: { a: () => 1 } }, /the default is not a JSON value/],
    [{ object: true, children: { a: { int: true, default: 'x' } } }, /x\.a: the default fails/],
    [
      { array: true, children: { object: true, children: { a: { int: true, default: 'x' } } } },
      /x\[\]\.a: the default fails/,
    ],
    [{ object: true, children: { a: { int: true } }, default: { a: 'x' } }, /x\.a must be a whole number/],
    [{ object: true, children: { a: { required: true } }, default: {} }, /x\.a is required/],
    [{ object: true, children: { a: { required: true, default: 1 } }, default: { a: null } }, /x\.a is required/],
    [{ object: true, default: [] }, /must be an object/],
    [{ array: true, children: { int: true }, default: [1, 'x'] }, /x must be a whole number/],
    [{ array: true, children: { int: true, default: 'x' } }, /x\[\]: the default fails/],
    [{ string: true, trim: true, required: true, default: ' ' }, /the default is blank/],
    [{ string: true, length: { min: 2 }, default: '' }, /the default is blank/],
    [{ array: true, children: { email: true }, default: [''] }, /the default fails/],
    [{ object: true, children: { ab: {} }, default: { aa: 1 } }, /"aa" is not a field here; did you mean "ab"\?/],
    [{ object: true, children: { a: {} }, default: { zz: 1 } }, /"zz" is not a field here; the fields are a$/],
  ];
  for (const [rules, message] of refused) {
    it(`are refused when they fail: ${JSON.stringify(rules)}`, () => {
      const error = fieldErrorOf(rules);
      expect(error).to.include({ code: 'E_LOGIC_DEFAULT', rule: 'default' });
      expect(error.message).to.match(message);
    });
  }

  it('are accepted when they pass', () => {
    expect(runField({ string: true, default: '' }, undefined)).to.deep.equal({ value: '' });
    expect(runField({ in: ['', 'a'], default: '' }, undefined)).to.deep.equal({ value: '' });
    expect(runField({ string: true, required: true, length: { min: 0 }, default: '' }, undefined)).to.deep.equal({
      value: '',
    });
    expect(runField({ int: true, nullable: true, default: null }, undefined)).to.deep.equal({ value: null });
    expect(fieldErrorOf({ int: true, nullable: true, default: 'x' }).code).to.equal('E_LOGIC_DEFAULT');
    expect(runField({ nullable: true, default: null }, undefined)).to.deep.equal({ value: null });
    expect(runField({ array: true, default: [] }, undefined)).to.deep.equal({ value: [] });
    expect(runField({ array: true, children: { int: true }, default: [1, 2] }, undefined)).to.deep.equal({
      value: [1, 2],
    });
    expect(runField({ string: true, trim: true, length: 1, default: ' a ' }, undefined)).to.deep.equal({ value: 'a' });
    const blank = { a: { int: true }, b: { string: true }, c: { required: 'present' } };
    expect(runField({ object: true, children: blank, default: { a: null, b: '' } }, undefined)).to.deep.equal({
      value: { b: '' },
    });
    const nested = { a: { nullable: true }, b: { required: true, default: 1 }, c: {} };
    expect(runField({ object: true, children: nested, default: { a: null } }, undefined)).to.deep.equal({
      value: { a: null, b: 1 },
    });
    expect(
      runField({ object: true, default: {}, children: { a: { int: true, default: 1 } } }, undefined),
    ).to.deep.equal({ value: { a: 1 } });
  });

  it('may be text in a section of text', () => {
    const fields = { n: { int: true, default: '5' }, m: { int: true, default: 5 } };
    expect(logicErrorOf({ postAction: { body: fields } }).code).to.equal('E_LOGIC_DEFAULT');
    expect(() => logicErrorOf({ getAction: { query: fields } })).to.throw('expected a LogicError');
  });

  for (const value of [new Date(), Number.NaN, /x/, 1n, { a: undefined }, ['\ud800']]) {
    it(`must be JSON or a function, not ${String(value)}`, () => {
      expect(fieldErrorOf({ default: value })).to.include({ code: 'E_LOGIC_DEFAULT', rule: 'default' });
    });
  }

  it('come from a synchronous function', () => {
    expect(runField({ default: () => 1 }, undefined)).to.deep.equal({ value: 1 });
    expect(() => runField({ default: async () => 1 }, undefined)).to.throw(TypeError, /must be synchronous/);
  });

  it('are not checked against rules about other fields at start', () => {
    const fields = { a: { default: 1, equals: 'b', requiredWith: ['b'] }, b: { int: true } };
    expect(runBody(fields, { b: 1 })).to.deep.equal({ a: 1, b: 1 });
  });
});
