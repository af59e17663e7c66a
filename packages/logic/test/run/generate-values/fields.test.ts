import { expect } from 'chai';
import { errorsOf, run, runBody } from '../../run-field.ts';

describe('the validated copy', () => {
  it('is a new object with the fields in declared order; the input is unchanged', () => {
    const fields = {
      b: { string: true, trim: true },
      a: { int: true },
      list: { array: true, children: { object: true, children: { n: { string: true, trim: true } } } },
    };
    const body = { a: 1, b: ' x ', list: [{ n: ' y ' }] };
    const before = structuredClone(body);
    const result = runBody(fields, Object.freeze(body));
    expect(Object.keys(result)).to.deep.equal(['b', 'a', 'list']);
    expect(result).to.deep.equal({ b: 'x', a: 1, list: [{ n: 'y' }] });
    expect(result.list).not.to.equal(body.list);
    expect(body).to.deep.equal(before);
  });

  it('gets a new default for each request', () => {
    let calls = 0;
    const logic = {
      postAction: { body: { n: { int: true, default: () => ++calls }, o: { object: true, default: { a: [1] } } } },
    };
    expect(calls).to.equal(0);
    const first = run(logic, 'postAction', {}).body as { n: number; o: { a: number[] } };
    const second = run(logic, 'postAction', {}).body as typeof first;
    expect([first.n, second.n]).to.deep.equal([1, 2]);
    first.o.a.push(2);
    expect(second.o).to.deep.equal({ a: [1] });
    expect(run(logic, 'postAction', {}).body).to.have.deep.property('o', { a: [1] });
  });

  it('trims, coerces and checks the result of a default function', () => {
    const fields = { n: { int: true, default: () => ' 5 ', trim: true } };
    expect(runBody(fields, {}, { textBody: true })).to.deep.equal({ n: 5 });
    expect(errorsOf(() => runBody(fields, {}))[0]?.rule).to.equal('int');
  });

  it('refuses unknown keys at any depth and suggests the nearest field', () => {
    const fields = { title: { string: true }, author: { object: true, children: { name: { string: true } } } };
    const body = JSON.parse('{"titel":"x","__proto__":{"a":1},"constructor":1,"author":{"nmae":"x","a/b~c":1}}');
    const errors = errorsOf(() => runBody(fields, body));
    expect(errors.map(({ pointer, rule }) => `${rule} ${pointer}`)).to.have.members([
      'unknown /titel',
      'unknown /__proto__',
      'unknown /constructor',
      'unknown /author/nmae',
      'unknown /author/a~1b~0c',
    ]);
    expect(errors.find(({ pointer }) => pointer === '/titel')?.message).to.equal(
      '"titel" is not a field here; did you mean "title"?',
    );
    expect(errors.find(({ pointer }) => pointer === '/author/nmae')?.message).to.equal(
      '"nmae" is not a field here; did you mean "name"?',
    );
    expect(errors.find(({ pointer }) => pointer === '/constructor')?.message).to.equal(
      '"constructor" is not a field here; the fields are title, author',
    );
    expect(({} as { a?: number }).a).to.equal(undefined);
  });

  it('shortens a long key in messages', () => {
    const [error] = errorsOf(() => runBody({}, { ['k'.repeat(1000)]: 1 }));
    expect(error?.message).to.equal(`"${'k'.repeat(40)}…" is not a field here; no field is allowed`);
    expect(error?.pointer).to.have.length(1001);
  });

  it('stops at 100 errors', () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`k${n}`, 1]));
    expect(errorsOf(() => runBody({}, many))).to.have.length(100);
    const list = { list: { array: true, children: { int: true, required: true } } };
    expect(errorsOf(() => runBody(list, { list: new Array(5000).fill('x') }))).to.have.length(100);
    expect(errorsOf(() => runBody(list, { list: new Array(5000).fill('') }))).to.have.length(100);
    const logic = { postAction: { body: list, query: {} } };
    const both = errorsOf(() => run(logic, 'postAction', { query: many, body: { list: new Array(5000).fill('x') } }));
    expect(both).to.have.length(100);
  });

  it('refuses deeply nested values without a stack overflow', () => {
    const depth = 100_000;
    const deep = JSON.parse(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`);
    const rulesOf = (rules: object) => errorsOf(() => runBody({ a: rules }, deep)).map(({ rule }) => rule);
    expect(rulesOf({ object: true })).to.deep.equal(['unsafe']);
    expect(rulesOf({ string: true })).to.deep.equal(['string']);
    expect(rulesOf({ enum: [{ a: 1 }] })).to.include('enum');
    expect(rulesOf({ const: { a: { a: 1 } } })).to.include('const');
  });
});
