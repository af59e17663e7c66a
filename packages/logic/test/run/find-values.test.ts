import { expect } from 'chai';
import { findValues, readValue } from '../../src/run/find-values.ts';

describe('findValues', () => {
  const input = {
    body: {
      a: { b: 1 },
      list: [{ n: 1 }, {}, { n: 3 }],
      'x/y': { '~': 2 },
      text: 'abc',
      lists: [[1], [2, 3]],
      none: null,
    },
  };
  const table: [path: (string | null)[], pointers: string[], values: unknown[]][] = [
    [['body'], [''], [input.body]],
    [['body', 'a'], ['/a'], [{ b: 1 }]],
    [['body', 'a', 'b'], ['/a/b'], [1]],
    [['body', 'x/y', '~'], ['/x~1y/~0'], [2]],
    [['body', 'list', null], ['/list/0', '/list/1', '/list/2'], input.body.list],
    [
      ['body', 'list', null, 'n'],
      ['/list/0/n', '/list/1/n', '/list/2/n'],
      [1, undefined, 3],
    ],
    [
      ['body', 'lists', null, null],
      ['/lists/0/0', '/lists/1/0', '/lists/1/1'],
      [1, 2, 3],
    ],
    [['body', 'missing'], ['/missing'], [undefined]],
    [['body', 'missing', 'deeper'], [], []],
    [['body', 'none', 'deeper'], [], []],
    [['body', 'text', 'length'], [], []],
    [['body', 'text', null], [], []],
    // What has another form than it was declared with was refused; it is no place for values.
    [['body', 'list', 'length'], [], []],
    [['body', 'a', null], [], []],
    // Nothing that is inherited is a value.
    [['body', 'constructor'], ['/constructor'], [undefined]],
    [['body', 'constructor', 'name'], [], []],
    [['body', 'a', 'toString'], ['/a/toString'], [undefined]],
  ];
  for (const [path, pointers, values] of table) {
    it(`finds ${JSON.stringify(path)}`, () => {
      const found = findValues(input, path);
      expect(found.map(({ pointer }) => pointer)).to.deep.equal(pointers);
      expect(found.map(readValue)).to.deep.equal(values);
    });
  }

  it('says what holds a value, so that another can take its place', () => {
    const mutable = { body: { list: [{ n: 1 }] } };
    for (const { holder, key } of findValues(mutable, ['body', 'list', null, 'n'])) holder[key] = 2;
    expect(mutable).to.deep.equal({ body: { list: [{ n: 2 }] } });
  });
});
