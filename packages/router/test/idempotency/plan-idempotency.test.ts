import { expect } from 'chai';
import { planIdempotency } from '../../src/idempotency/plan-idempotency.ts';

describe('what a controller says of Idempotency-Key', () => {
  it('is nothing by default', () => {
    expect(planIdempotency({}, undefined)).to.equal(undefined);
    expect(planIdempotency({ idempotent: false, idempotencyTtl: 1_000 }, undefined)).to.equal(undefined);
  });

  it('is kept for a day, or as long as it says', () => {
    expect(planIdempotency({ idempotent: true }, undefined)).to.deep.equal({ required: false, ttl: 86_400_000 });
    expect(planIdempotency({ idempotent: 'required', idempotencyTtl: 5_000 }, undefined)).to.deep.equal({
      required: true,
      ttl: 5_000,
    });
  });

  for (const [statics, name] of [
    [{ idempotent: 'yes' }, 'idempotent'],
    [{ idempotent: 1 }, 'idempotent'],
    [{ idempotent: null }, 'idempotent'],
    [{ idempotent: true, idempotencyTtl: 0 }, 'idempotencyTtl'],
    [{ idempotent: true, idempotencyTtl: 1_500.5 }, 'idempotencyTtl'],
    [{ idempotent: true, idempotencyTtl: '24h' }, 'idempotencyTtl'],
    [{ idempotencyTtl: Number.POSITIVE_INFINITY }, 'idempotencyTtl'],
  ] as const) {
    it(`refuses ${JSON.stringify(statics)} at start`, () => {
      expect(() => planIdempotency(statics as never, 'src/controller/post.ts'))
        .to.throw(new RegExp(`E_CONTROLLER_STATIC in src/controller/post.ts\\n.*static ${name} is`))
        .that.includes({ code: 'E_CONTROLLER_STATIC' });
    });
  }
});
