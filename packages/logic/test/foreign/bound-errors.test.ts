import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import { boundErrors } from '../../src/foreign/bound-errors.ts';

function errorsOf(schema: object, value: unknown): string[] | undefined {
  const ajv = new Ajv2020({ strict: false, allErrors: true, ownProperties: true, code: { process: boundErrors } });
  const test = ajv.compile(schema);
  return test(value) ? undefined : test.errors?.map(({ instancePath, keyword }) => `${instancePath} ${keyword}`);
}

const numbers = new Array(5_000).fill(1);
const behind = (schema: object) => ({ $ref: '#/$defs/a', $defs: { a: schema } });
const list = (items: object) => ({ type: 'array', items });
/** A reference that Ajv cannot put in place. */
const word = { type: 'string', anyOf: [{}, { items: { $ref: '#/$defs/word' } }] };

describe('boundErrors', () => {
  it('keeps 1,000 errors, the last one always', () => {
    const errors = errorsOf({ properties: { a: list({ type: 'string' }) }, required: ['b'] }, { a: numbers });
    expect(errors).to.have.length(1_000);
    expect(errors?.slice(0, 2)).to.deep.equal([' required', '/a/0 type']);
    expect(errors?.at(-1)).to.equal('/a/4999 type');
  });

  it('keeps as many behind references, in linear time', () => {
    const errors = errorsOf({ ...list({ $ref: '#/$defs/word' }), $defs: { word } }, new Array(200_000).fill(1));
    expect(errors).to.have.length(1_000);
    expect(errors?.[0]).to.equal('/0 type');
    expect(errors?.at(-1)).to.equal('/199999 type');
  }).timeout(3_000);

  it('keeps as many when a union holds after that', () => {
    const errors = errorsOf({ allOf: [list({ type: 'string' }), { anyOf: [{ minItems: 6_000 }, {}] }] }, numbers);
    expect(errors).to.have.length(1_000);
  });

  it('joins the errors of several references', () => {
    const schema = {
      properties: { a: { $ref: '#/$defs/word' }, b: { $ref: '#/$defs/word' } },
      required: ['c'],
      $defs: { word },
    };
    expect(errorsOf(schema, { a: 1, b: 2 })).to.deep.equal([' required', '/a type', '/b type']);
  });

  const strings = list({ type: 'string' });
  const verdicts: [name: string, schema: object, errors: string[] | undefined][] = [
    ['a union whose second branch holds', { anyOf: [strings, list({ type: 'number' })] }, undefined],
    ['the same behind a reference', behind({ anyOf: [strings, list({ type: 'number' })] }), undefined],
    ['the same beside what fails', { minItems: 6_000, anyOf: [strings, {}] }, [' minItems']],
    ['a negation of what fails', { not: strings }, undefined],
    [
      'a condition that does not hold',
      Object.fromEntries([
        ['if', strings],
        ['then', false],
        ['else', {}],
      ]),
      undefined,
    ],
    ['one branch of two', { oneOf: [strings, {}, strings] }, undefined],
  ];
  for (const [name, schema, errors] of verdicts) {
    it(`does not change the verdict on ${name}`, () => expect(errorsOf(schema, numbers)).to.deep.equal(errors));
  }

  it('gives the names of evaluated properties no prototype', () => {
    const schema = { anyOf: [{ properties: { a: {} } }, { required: ['b'] }], unevaluatedProperties: false };
    expect(errorsOf(schema, { a: 1 })).to.equal(undefined);
    expect(errorsOf(schema, { a: 1, toString: 1 })).to.deep.equal([' unevaluatedProperties']);
  });
});
