import { expect } from 'chai';
import fc from 'fast-check';
import type { Limits } from '../../src/core/contracts/options.ts';
import { checkBodyLimits } from '../../src/core/dispatch/body-limits.ts';
import { isHttpError } from '../../src/core/errors.ts';
import { resolveOptions } from '../../src/options.ts';

const _DEEP = 'The body is nested deeper than 3 levels.';
const KEYS = 'The body is holding an object of more than 2 keys.';
const _ITEMS = 'The body is holding a list of more than 2 items.';
const PROTO = 'The body holds the key "__proto__", which is never accepted.';

describe('limits of a parsed body', () => {
  it('reports the first excess by level, from left to right', () => {
    const limits = { depth: 4, keys: 3, items: 3 };
    const value = fc.letrec((tie) => ({
      node: fc.oneof(
        { maxDepth: 6 },
        fc.constantFrom(1, null, 'a'),
        fc.array(tie('node'), { maxLength: 4 }),
        fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd', '__proto__x'), tie('node'), { maxKeys: 4 }),
        tie('node').map((inner) => JSON.parse(`{"__proto__":${JSON.stringify(inner)}}`)),
      ),
    })).node;
    fc.assert(
      fc.property(value, (body) => {
        expect(excessOf(body, limits)?.detail).to.equal(byLevels(body, limits));
      }),
      { numRuns: 2_000 },
    );
  });

  for (const levels of [199, 200, 201, 50_000]) {
    it(`accepts ${levels} levels with that limit, and refuses one more`, () => {
      let body: unknown[] = [];
      for (let i = 1; i < levels; i++) body = [body];
      expect(excessOf(body, { depth: levels })).to.equal(undefined);
      expect(excessOf([body], { depth: levels })?.detail).to.equal(`The body is nested deeper than ${levels} levels.`);
    });
  }

  it('counts bytes as one value', () => {
    const bytes = Buffer.alloc(5_000);
    for (const body of [bytes, { bytes }, [[[bytes]]]]) {
      expect(excessOf(body, { depth: 3, keys: 2, items: 2 })).to.equal(undefined);
    }
  });

  it('counts own keys only', () => {
    const body = Object.assign(Object.create({ a: 1, b: 2, c: [[[[]]]] }), { d: 1 });
    expect(excessOf(body, { depth: 3, keys: 2 })).to.equal(undefined);
    expect(excessOf(Object.assign(Object.create(null), { a: 1, b: 2, c: 3 }), { keys: 2 })?.detail).to.equal(KEYS);
  });
});

function excessOf(body: unknown, limits: Partial<Limits>): { detail: string } | undefined {
  try {
    checkBodyLimits(body, resolveOptions({ limits }).limits);
    return undefined;
  } catch (error) {
    if (!isHttpError(error)) throw error;
    expect([error.status, error.code]).to.deep.equal(
      error.detail === PROTO ? [400, 'E_BAD_KEY'] : [413, 'E_BODY_LIMIT'],
    );
    return error;
  }
}

/** The detail of the first excess, by level and from left to right. */
function byLevels(body: unknown, { depth, keys, items }: Pick<Limits, 'depth' | 'keys' | 'items'>): string | undefined {
  const isOpen = (value: unknown): value is object => typeof value === 'object' && value !== null;
  let level = [body].filter(isOpen);
  for (let left = depth; level.length > 0; left--) {
    if (left === 0) return `The body is nested deeper than ${depth} levels.`;
    for (const value of level) {
      const names = Object.keys(value);
      if (Array.isArray(value) && names.length > items)
        return `The body is holding a list of more than ${items} items.`;
      if (Array.isArray(value)) continue;
      if (names.length > keys) return `The body is holding an object of more than ${keys} keys.`;
      if (names.includes('__proto__')) return PROTO;
    }
    level = level.flatMap((value) => Object.values(value) as unknown[]).filter(isOpen);
  }
  return undefined;
}
