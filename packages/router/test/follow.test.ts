import { expect } from 'chai';
import { follow, mending } from '../src/follow.ts';

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

describe('mending', () => {
  const mend = (subject: string, error: unknown) => new Error(`${subject}: ${(error as Error).message}`);

  it('leaves results as they are', async () => {
    expect(mending('a', () => 1, mend)).to.equal(1);
    expect(await mending('a', async () => 1, mend)).to.equal(1);
  });

  it('changes what is thrown, at once and later', async () => {
    const sync = () => mending('a', () => { throw new Error('x'); }, mend); // biome-ignore format: short
    expect(sync).to.throw('a: x');
    const later = mending('a', async () => { throw new Error('x'); }, mend); // biome-ignore format: short
    const error = await Promise.resolve(later).catch((reason: Error) => reason);
    expect(error).to.have.property('message', 'a: x');
  });
});
