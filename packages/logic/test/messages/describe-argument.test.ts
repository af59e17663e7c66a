import { expect } from 'chai';
import { describeArgument, lastNumber, listShort, toJson } from '../../src/messages/describe-argument.ts';
import { en } from '../../src/messages/en.ts';

describe('toJson', () => {
  const cyclic: Record<string, unknown> = {};
  cyclic.self = cyclic;
  for (const [argument, json] of [
    ['a', 'a'],
    [false, false],
    [null, null],
    [3, 3],
    [/a/g, '/a/g'],
    [new Date(0), '1970-01-01T00:00:00.000Z'],
    [12n, '12'],
    [
      { hosts: [/a/, 'b'], n: 1n },
      { hosts: ['/a/', 'b'], n: '1' },
    ],
    [undefined, undefined],
    [() => 'code', undefined],
    [Symbol('a'), undefined],
    [cyclic, undefined],
  ] as const) {
    it(`of ${typeof argument} is ${JSON.stringify(json)}`, () => expect(toJson(argument)).to.deep.equal(json));
  }

  it('is a copy', () => {
    const list = ['a'];
    expect(toJson(list)).not.to.equal(list);
  });
});

describe('describeArgument', () => {
  for (const [rule, value, text] of [
    ['int', true, ''],
    ['slug', undefined, ''],
    ['after', true, 'now'],
    ['const', true, 'true'],
    ['const', null, 'null'],
    ['length', { min: 1, max: 2 }, 'between 1 and 2'],
    ['length', { min: 2, max: 2 }, 'exactly 2'],
    ['length', { min: 1 }, 'at least 1'],
    ['length', { max: 2 }, 'at most 2'],
    ['email', { require_tld: false }, '{"require_tld":false}'],
    ['in', [true, 'a', [1]], 'true, a, [1]'],
    ['in', ['../a'], '../a'],
    ['requiredIf', ['../a/b', '/c', 1], 'a.b is /c, 1'],
    ['requiredNotIf', ['a', null], 'a is null'],
    ['requiredWithAll', ['/a', '../../b', 'c/d'], 'a, b, c.d'],
    ['different', '../a', 'a'],
  ] as const) {
    it(`of ${rule} ${JSON.stringify(value)} is "${text}"`, () =>
      expect(describeArgument(rule, value, en)).to.equal(text));
  }
});

describe('listShort', () => {
  it('tells the first 50', () => {
    const items = Array.from({ length: 51 }, (_, n) => `${n}`);
    expect(listShort(items.slice(1), en)).to.equal(items.slice(1).join(', '));
    expect(listShort(items, en)).to.equal(`${items.slice(0, 50).join(', ')}, …`);
  });
});

describe('lastNumber', () => {
  for (const [value, last] of [
    [1, 1],
    [{ min: 1 }, 1],
    [{ min: 1, max: 2 }, 2],
    ['a', 'a'],
  ] as const) {
    it(`of ${JSON.stringify(value)} is ${last}`, () => expect(lastNumber(value)).to.equal(last));
  }
});
