import { expect } from 'chai';
import { compileJsonSchema } from '../../src/foreign/compile-json-schema.ts';
import { failuresOf, runCheck } from './run-check.ts';

const place = { file: 'logic/post.js', action: 'postAction', section: 'body' } as const;
const compile = (schema: unknown) => compileJsonSchema(schema, place);
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });

describe('compileJsonSchema', () => {
  const schema = object(
    { title: { type: 'string', minLength: 2 }, views: { type: 'integer', default: 0 } },
    { required: ['title'], additionalProperties: false },
  );

  it('returns its property names and the schema as written', () => {
    const check = compile(schema);
    expect(check.names).to.deep.equal(['title', 'views']);
    expect(check.async).to.equal(false);
    expect(check.toJSONSchema()).to.deep.equal(schema);
    expect(check.toJSONSchema()).not.to.equal(check.toJSONSchema());
    expect(compile({ type: 'string' }).names).to.equal(undefined);
    expect(
      compile({ $ref: '#/$defs/a', $defs: { a: object({ b: {} }) }, allOf: [object({ c: {} })] }).names,
    ).to.have.members(['b', 'c']);
  });

  it('copies the schema', async () => {
    const own = object(
      { a: { $ref: '#/$defs/a', title: 'A' } },
      { $defs: { a: { type: 'integer', 'x-own': 1 } }, $id: 'https://a.example/s' },
    );
    const before = JSON.stringify(own);
    const check = compile(own);
    await runCheck(check, { a: 1 });
    expect(JSON.stringify(own)).to.equal(before);
    own.type = 'array';
    expect(JSON.stringify(check.toJSONSchema())).to.equal(before);
    expect(await failuresOf(check, { a: 'x' })).to.deep.equal(['/a type']);
  });

  it('checks patternProperties inside and beside anyOf', async () => {
    const pattern = { patternProperties: { '^b$': { type: 'string' } } };
    const inner = { ...pattern, allOf: [{ enum: ['x', 1, null] }] };
    const check = compile({ anyOf: [{ ...pattern, anyOf: [{}, inner] }] });
    expect(await runCheck(check, { b: 'x' })).to.deep.equal({ value: { b: 'x' } });
    expect(await runCheck(check, { b: [] })).not.to.have.property('value');
  });

  it('takes nothing for evaluated in a branch that fails', async () => {
    const names = { patternProperties: { a: { type: 'string' } }, propertyNames: { maxLength: 0 } };
    const check = compile({ unevaluatedProperties: false, anyOf: [{ contains: { format: 'date' } }, names] });
    expect(await runCheck(check, { a: null })).not.to.have.property('value');
    expect(await runCheck(check, {})).to.deep.equal({ value: {} });
  });

  it('reports failures with the argument', async () => {
    const result = await runCheck(compile(schema), { title: 'a', views: 1.5, no: 1 });
    const common = { in: 'body', field: undefined };
    expect(result).to.deep.equal({
      failures: [
        { ...common, pointer: '/no', rule: 'unknown', argument: true, names: ['title', 'views'] },
        { ...common, pointer: '/title', rule: 'minLength', argument: 2, text: 'must NOT have fewer than 2 characters' },
        { ...common, pointer: '/views', rule: 'type', argument: 'integer', text: 'must be integer' },
      ],
    });
  });

  it('requires a value unless there is a default', async () => {
    expect(await failuresOf(compile(object({})), undefined)).to.deep.equal([' required']);
    expect(await runCheck(compile(object({ a: { default: 1 } }, { default: {} })), undefined)).to.deep.equal({
      value: { a: 1 },
    });
  });
});
