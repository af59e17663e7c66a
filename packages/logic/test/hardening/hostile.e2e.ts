import { expect } from 'chai';
import { z } from 'zod';
import { compileLogic } from '../../src/compile-logic.ts';
import { ValidationError } from '../../src/errors.ts';
import type { CompiledAction, RunOptions } from '../../src/types.ts';
import { nested } from '../foreign/run-check.ts';
import { freeze } from '../run-field.ts';
import { snapshotPrototypes } from './prototypes.ts';
import { every, places } from './values.ts';

const leaf = {
  n: { int: true },
  text: { string: true, trim: true, email: true },
  any: {},
  list: { array: true, children: { int: true } },
};
const fields = {
  ...leaf,
  o: { object: true, children: { ...leaf, p: { object: true, children: leaf } } },
  items: { array: true, children: { object: true, children: leaf } },
  free: { object: true },
  lists: { array: true, uniqueItems: true, children: { array: true } },
  schema: { type: 'object', properties: { a: { type: 'string' } } },
  other: { equals: 'o/n', requiredIf: ['n', 1] },
};
const rulesOf: Record<string, object> = {
  fields,
  'fields that may be more': { ...fields },
  'a list': { array: true, children: { object: true, children: leaf } },
  'a free list': { array: true },
  'a free object': { object: true },
  'a text': { string: true, trim: true, length: { max: 10 }, regexp: /^[a-z]+$/ },
  'a number': { int: true },
  'a JSON Schema': { type: 'object', properties: { a: { type: 'array', items: { $ref: '#' } } } },
  zod: z.object({ a: z.array(z.unknown()).optional(), o: z.record(z.string(), z.unknown()).optional() }).loose(),
};

async function verdict(
  action: CompiledAction | undefined,
  body: unknown,
  options?: RunOptions,
): Promise<'passes' | 'fails'> {
  try {
    await action?.run({ body }, options);
    return 'passes';
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    expect(error.errors).to.have.length.within(1, 100);
    expect(error.message).to.have.length.below(5_000);
    return 'fails';
  }
}

describe('hostile values', () => {
  const prototypes = snapshotPrototypes();
  after('leaves what all objects share as it was', () => expect(snapshotPrototypes()).to.deep.equal(prototypes));

  for (const [name, rules] of Object.entries(rulesOf)) {
    const action = compileLogic({
      unknown: name.includes('more') ? 'strip' : 'refuse',
      postAction: { body: rules },
    }).action('postAction');

    describe(`sent to ${name}`, () => {
      it('pass or fail with ValidationError at any place', async () => {
        for (const value of every) {
          for (const body of places(value))
            for (const textBody of [false, true]) await verdict(action, body, { textBody });
        }
      });

      it('nested 1,000 and 100,000 deep', async () => {
        for (const depth of [1_000, 100_000]) {
          for (const deep of [
            nested(depth),
            nested(depth, (inner) => ({ a: inner })),
            nested(depth, (inner) => ({ o: inner })),
            nested(depth, (inner) => [{ any: inner }]),
          ]) {
            for (const body of places(deep)) await verdict(action, body);
          }
        }
      });

      it('of 1 MB, and of 100,000 keys and items', async () => {
        const keys = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`k${index}`, index]));
        for (const value of [
          'x'.repeat(1_000_000),
          ' '.repeat(1_000_000),
          '1'.repeat(1_000_000),
          ','.repeat(1_000_000),
          keys,
          new Array(100_000).fill('x'),
          new Array(100_000).fill({}),
        ]) {
          for (const body of [value, { any: value }, { text: value, list: value }, { o: value, a: value }, [value]]) {
            await verdict(action, body, { textBody: true });
          }
        }
      }).timeout(60_000);
    });
  }

  it('are never changed', async () => {
    const action = compileLogic({ postAction: { body: fields } }).action('postAction');
    for (const value of every.filter((each) => !ArrayBuffer.isView(each) && !(each instanceof Error))) {
      for (const body of places(value)) await verdict(action, freeze(body));
    }
  });

  it('pass through errors that a getter or a Proxy throws', () => {
    const thrown = new Error('of the program');
    const fail = () => {
      throw thrown;
    };
    const action = compileLogic({ postAction: { body: fields } }).action('postAction');
    const bodies = [
      {
        get n() {
          return fail();
        },
      },
      { o: new Proxy({}, { ownKeys: fail, get: fail, getPrototypeOf: fail }) },
      {
        any: {
          get x() {
            return fail();
          },
        },
      },
    ];
    for (const body of bodies) expect(() => action?.run({ body })).to.throw(thrown);
  });

  it('are read once, so that a getter cannot return another value to the action', () => {
    let reads = 0;
    const body = {
      get n() {
        reads += 1;
        return reads === 1 ? 5 : 'evil';
      },
      any: {
        get x() {
          reads += 1;
          return reads;
        },
      },
    };
    const result = compileLogic({ postAction: { body: fields } })
      .action('postAction')
      ?.run({ body }) as { body: { n: unknown } };
    expect(result.body).to.deep.equal({ n: 5, any: { x: 2 } });
    expect(Object.getOwnPropertyDescriptor(result.body, 'n')).to.include({ value: 5 });
  });
});
