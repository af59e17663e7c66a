import { expect } from 'chai';
import { parseKey } from '../../src/parts/idempotency/part.ts';

const optional = { required: false, ttl: 1_000 };
const long = 'k'.repeat(255);

describe('Idempotency-Key', () => {
  for (const [header, key] of [
    ['"8e03978e-40d5-43dd-bc93-6894a57f9324"', '8e03978e-40d5-43dd-bc93-6894a57f9324'],
    ['8e03978e-40d5-43dd-bc93-6894a57f9324', '8e03978e-40d5-43dd-bc93-6894a57f9324'],
    ['a', 'a'],
    ['"a"', 'a'],
    ['order:17/3=', 'order:17/3='],
    ['"a,b;c"', 'a,b;c'],
    ['"say-\\"hi\\""', 'say-"hi"'],
    ['"\\\\"', '\\'],
    [long, long],
    [`"${long}"`, long],
    [`"${'\\"'.repeat(255)}"`, '"'.repeat(255)],
  ] as const) {
    it(`reads ${header.slice(0, 45)}`, () => {
      expect(parseKey(header, optional)).to.equal(key);
    });
  }

  // biome-ignore format: a list
  for (const header of [
    '', '""', '"', 'a b', '"a b"', 'a, b', 'a,b', '"a", "b"', '"a"b', '"a', 'a"', 'a;b', '"a";b=1', '"a\\b"',
    '"a\\"', 'a\\b', 'clé', '"clé"', 'a\tb', 'a\u007f', `${long}k`, `"${long}k"`,
  ]) {
    it(`refuses ${JSON.stringify(header).slice(0, 45)}`, () => {
      expect(() => parseKey(header, optional))
        .to.throw()
        .that.includes({ status: 400, code: 'E_IDEMPOTENCY_KEY' });
    });
  }

  it('may be missing, unless it is required', () => {
    expect(parseKey(undefined, optional)).to.equal(undefined);
    expect(() => parseKey(undefined, { ...optional, required: true }))
      .to.throw(/needs the header Idempotency-Key/)
      .that.includes({ status: 400, code: 'E_IDEMPOTENCY_KEY' });
  });

  it('is read in linear time', () => {
    const start = performance.now();
    for (const piece of ['a', '\\', '\\"', '"']) {
      expect(() => parseKey(`"${piece.repeat(50_000)}`, optional)).to.throw();
    }
    expect(performance.now() - start).to.be.below(5_000);
  });
});
