import { expect } from 'chai';
import fc from 'fast-check';
import { compileLogic } from '../src/compile-logic.ts';
import { LogicError, ValidationError } from '../src/errors.ts';
import type { CompiledAction, RunOptions } from '../src/types.ts';
import { snapshotPrototypes } from './hardening/prototypes.ts';
import { anyFields } from './property/any-rules.ts';
import { anyValue } from './property/any-value.ts';

/** Values that are tried; a million takes about a minute. */
const RUNS = Number(process.env.FAST_CHECK_RUNS ?? 10_000);
/** Another one each time; `SEED=<n>` repeats a run. */
const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31);
/** Rules take longer to compile than a value takes to check. */
const VALUES_PER_SET = 500;
const SETS = Math.ceil(RUNS / VALUES_PER_SET);

describe('any JSON against any rules', () => {
  it(`passes or fails with ValidationError: ${RUNS.toLocaleString('en')} values (seed ${SEED})`, function () {
    this.timeout(60_000 + RUNS / 2);
    const prototypes = snapshotPrototypes();
    let passed = 0;
    let failed = 0;
    const sets = fc.sample(anyFields, { numRuns: SETS, seed: SEED });
    let before: readonly unknown[] = [];
    for (const [at, { body: rules, mode, options }] of sets.entries()) {
      const action = compile({ unknown: mode, postAction: { body: rules } });
      if (action === undefined) continue;
      // Generating a value takes longer than validating it: each is used with two sets.
      const drawn = fc.sample(anyValue, { numRuns: VALUES_PER_SET / 2, seed: SEED + at });
      for (const value of [...before, ...drawn]) {
        const text = JSON.stringify(value);
        const describeCase = () => {
          const given = [...(options.given ?? [])];
          return `rules ${JSON.stringify(rules)}, body ${text}, ${JSON.stringify({ mode, ...options, given })}`;
        };
        if (check(action, value, options, describeCase)) passed += 1;
        else failed += 1;
        if (JSON.stringify(value) !== text) expect.fail(`The input was changed: ${describeCase()}`);
      }
      before = drawn;
    }
    expect(snapshotPrototypes()).to.deep.equal(prototypes);
    expect(passed).to.be.above(RUNS / 100);
    expect(failed).to.be.above(RUNS / 100);
  });
});

const REFUSED = /whose value is produced later by a schema|not part of the body/;

/** Some generated rules refer to a field with a schema, or to one that no body has, which is refused. */
function compile(logic: unknown): CompiledAction | undefined {
  try {
    return compileLogic(logic).action('postAction');
  } catch (error) {
    if (error instanceof LogicError && REFUSED.test(error.message)) return undefined;
    throw error;
  }
}

/** Whether a body passes; anything but a result or a ValidationError fails the test. */
function check(action: CompiledAction, body: unknown, options: RunOptions, describeCase: () => string): boolean {
  try {
    const result = action.run({ body }, options) as { body: unknown };
    if (result instanceof Promise) expect.fail(`A promise was returned: ${describeCase()}`);
    if (shares(result.body, new Set(objectsOf(body))))
      expect.fail(`The result holds parts of the input: ${describeCase()}`);
    return true;
  } catch (error) {
    if (!(error instanceof ValidationError)) throw new Error(describeCase(), { cause: error });
    const pointers = new Set(error.errors.map(({ pointer }) => pointer));
    if (pointers.size !== error.errors.length || pointers.size === 0 || pointers.size > 100) {
      expect.fail(`${pointers.size} fields, ${error.errors.length} errors: ${describeCase()}`);
    }
    if (error.errors.some(({ message }) => message === '')) expect.fail(`A message is empty: ${describeCase()}`);
    return false;
  }
}

/** All objects and lists in a value. */
function objectsOf(value: unknown): object[] {
  return typeof value === 'object' && value !== null ? [value, ...Object.values(value).flatMap(objectsOf)] : [];
}

function shares(result: unknown, input: ReadonlySet<object>): boolean {
  return objectsOf(result).some((part) => input.has(part));
}
