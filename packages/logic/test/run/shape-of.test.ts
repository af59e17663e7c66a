import { inspect } from 'node:util';
import { expect } from 'chai';
import * as v from 'valibot';
import { z } from 'zod';
import { shapeOf } from '../../src/run/create-dynamic-action.ts';

describe('shapeOf', () => {
  const make = () => 1;
  class Upload {}
  const upload = new Upload();
  const symbol = Symbol('a');
  const schema = z.string();
  const pipe = v.pipe(v.string(), v.minLength(2));

  const same: [name: string, make: () => unknown][] = [
    ['scalars', () => ['a', 1, true, null, undefined, 5n, Number.NaN, symbol]],
    ['objects and lists', () => ({ body: { a: { in: ['a', { b: [] }] } } })],
    ['regular expressions', () => /^a$/i],
    ['dates', () => new Date(5)],
    ['the same function', () => ({ default: make })],
    ['the same object of a class', () => [upload]],
    ['the same schema of a library', () => ({ body: schema, query: pipe })],
    ['objects without a prototype', () => Object.assign(Object.create(null), { a: 1 })],
  ];
  for (const [name, create] of same) {
    it(`is the same for ${name}`, () => expect(shapeOf(create())).to.equal(shapeOf(create())));
  }

  const different: [a: unknown, b: unknown][] = [
    ['1', 1],
    [1, 1n],
    [0, -0],
    [null, undefined],
    [{}, []],
    [{ a: 1 }, { b: 1 }],
    [{ a: undefined }, {}],
    [['a', 'b'], ['a,b']],
    [
      ['a', ['b']],
      [['a'], 'b'],
    ],
    [new Array(1), []],
    [{ a: 1, b: 2 }, { a: '1,"b":2' }],
    [/a/, /a/i],
    [new Date(5), '@5'],
    [new Date(5), new Date(6)],
    [() => 1, () => 1],
    [new Upload(), new Upload()],
    [z.string(), z.string()],
    [new Map([[1, 2]]), new Map([[1, 2]])],
  ];
  for (const [a, b] of different) {
    it(`differs for ${inspect(a)} and ${inspect(b)}`, () => expect(shapeOf(a)).not.to.equal(shapeOf(b)));
  }

  it('accepts recursive objects', () => {
    const value: Record<string, unknown> = {};
    value.children = { again: value, list: [value] };
    expect(shapeOf({ list: nest(10_000) })).to.be.a('string');
    expect(() => shapeOf(only('children'))).not.to.throw();
  });
});

function nest(levels: number): unknown {
  let value: unknown = 0;
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
}

function only(name: string): unknown {
  const value: Record<string, unknown> = {};
  value[name] = value;
  return value;
}
