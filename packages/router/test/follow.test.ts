import { expect } from 'chai';
import { follow } from '../src/follow.ts';

describe('follow', () => {
  const add = (subject: number[], value: number) => [...subject, value];

  for (const [name, value] of [
    ['a value', 2],
    ['a promise', Promise.resolve(2)],
    // biome-ignore lint/suspicious/noThenProperty: that is what is tested
    ['a thenable', { then: (resolve: (value: number) => void) => void resolve(2) }],
  ] as const) {
    it(`goes on with ${name}`, async () => {
      const result = follow(value as number, [1], add);
      expect(result instanceof Promise).to.equal(typeof value === 'object');
      expect(await result).to.deep.equal([1, 2]);
    });
  }

  // biome-ignore lint/suspicious/noThenProperty: that is what is tested
  for (const value of [null, undefined, 0, '', { then: 1 }, () => 1]) {
    it(`takes ${String(value)} as it is`, () => {
      expect(follow<undefined, unknown, unknown>(value, undefined, (_, come) => come)).to.equal(value);
    });
  }

  it('throws and rejects as its value and its step do', async () => {
    const fail = () => {
      throw new Error('step');
    };
    expect(() => follow(1, undefined, fail)).to.throw('step');
    for (const [value, message] of [
      [Promise.resolve(1), 'step'],
      [Promise.reject(new Error('value')), 'value'],
    ] as const) {
      const error = await Promise.resolve(follow(value, undefined, fail)).catch((reason: Error) => reason);
      expect(error).to.have.property('message', message);
    }
  });
});
