import { expect } from 'chai';
import { errorsOf, runBody, runField, validationErrorOf } from '../run-field.ts';

describe('attacks', () => {
  it('with a very long key that would be repeated in every pointer', () => {
    const schema = { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } };
    const body = { ['/'.repeat(95_000)]: new Array(1000).fill(1) };
    for (const rules of [schema, { a: schema }, { a: { object: true } }]) {
      const sent = 'type' in rules ? body : { a: body };
      const errors = errorsOf(() => runBody(rules, sent));
      expect(errors.map(({ rule }) => rule)).to.deep.equal(['unsafe']);
      expect(JSON.stringify(errors)).to.have.length.below(1000);
    }
    expect(runField({ object: true }, { ['k'.repeat(1000)]: 1 })).to.have.property('value');
  });

  it('with members that a comparison could call', () => {
    const schema = { type: 'object', properties: { a: { const: { x: 1 } }, b: { enum: [{ x: 1 }] } } };
    for (const body of [{ a: { x: 1, valueOf: 1 } }, { b: { x: 1, toString: 1 } }]) {
      expect(errorsOf(() => runBody(schema, body))).to.have.length(1);
    }
    expect(runBody(schema, { a: { x: 1 }, b: { x: 1 } })).to.deep.equal({ a: { x: 1 }, b: { x: 1 } });
  });

  it('with text that looks like generated code', () => {
    const texts = ['props1 = {}', 'vErrors.push(err0)', 'a "quoted" \\ one'];
    for (const text of texts) {
      const schema = { type: 'object', properties: { a: { const: text }, [text]: { type: 'integer' } } };
      expect(runBody(schema, { a: text })).to.deep.equal({ a: text });
      expect(errorsOf(() => runBody(schema, { a: 'props1 = Object.create(null)' }))).to.have.length(1);
      expect(errorsOf(() => runBody(schema, { [text]: 'x' }))).to.have.length(1);
    }
  });

  it('with many unknown keys', () => {
    const fields = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`field${index}`, {}]));
    const body = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`x${index}`, 1]));
    const error = validationErrorOf(() => runBody(fields, body));
    expect(error.errors).to.have.length(100);
    expect(JSON.stringify(error.toProblem())).to.have.length.below(40_000);
    expect(error.errors[0]?.message).to.match(/the fields are/);
    expect(error.errors[99]?.message).to.equal('"x99" is not a field here');
  });

  it('on a log, with line breaks in a key', () => {
    const error = validationErrorOf(() => runBody({}, { 'a\n2026 root logged in \u001b[31m': 1 }));
    expect(error.message).not.to.match(/\p{Cc}/u);
  });

  it('with a value that is shared in many places', () => {
    let value: unknown = [1];
    for (let level = 0; level < 40; level += 1) value = [value, value];
    expect(errorsOf(() => runBody({ x: { array: true } }, { x: value })).map(({ rule }) => rule)).to.deep.equal([
      'unsafe',
    ]);
  });

  for (const [rule, value] of [
    ['iso8601', '2024-01-01\n'],
    ['isbn', '9783161484100\n'],
    ['isbn', ' 9783161484100'],
    ['url', 'https://example.com/\0'],
    ['image', 'a.php\0.png'],
  ] as const) {
    it(`with a control at the end of ${rule}`, () => expect(runField({ [rule]: true }, value)).to.deep.equal({ rule }));
  }
});
