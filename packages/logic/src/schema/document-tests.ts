import type { Kind } from '../kind.ts';
import { isOfKind, kindTest } from '../rules/kinds.ts';
import { isMultiple } from '../rules/number.ts';
import type { Rule, Test } from '../rules/rule.ts';
import { vocabulary } from '../rules/vocabulary.ts';

/**
 * Whether a value satisfies a keyword; `parent` is the object or list that contains the value.
 *
 * @see docs/logic-schemas.md
 */
export type KeywordTest = (value: unknown, parent?: Readonly<Record<string, unknown>>) => boolean;

/**
 * The keywords that `toJSONSchema` writes and a JSON Schema validator does not know, or tests in another way: keyword →
 * its argument → a test.
 *
 * `x-trim` is not one of them: its argument is a schema. Those of custom rules have no meaning outside of their logic.
 *
 * @see docs/logic-schemas.md
 */
export const documentTests: ReadonlyMap<string, (argument: unknown) => KeywordTest> = new Map(listTests());

// --- internal ---

function* listTests(): Generator<[keyword: string, createTest: (argument: unknown) => KeywordTest]> {
  // The usual test is inexact: for it 0.3 is not a multiple of 0.1.
  yield ['multipleOf', (n) => (value) => typeof value !== 'number' || isMultiple(value, n as number)];
  for (const kind of ['date', 'file'] as const)
    yield [`x-${kind}`, onKinds([kind], () => kindTest(kind, true) as Test)];
  yield ['x-bigint', onKinds(['bigint'], (range) => kindTest('bigint', range) as Test)];
  for (const [name, { test, compares, on = [], schema }] of vocabulary) {
    if (compares !== undefined) yield [`x-${name}`, compareTest(compares)];
    // Other rules become keywords of the standard.
    else if (test !== undefined && (schema === undefined || name === 'regexp'))
      yield [`x-${name}`, onKinds(on, (argument) => test(parse(name, argument) as never, { kind: 'any', rules: {} }))];
  }
}

/** A keyword ignores values of other types. */
function onKinds(on: readonly Kind[], createTest: (argument: unknown) => Test): (argument: unknown) => KeywordTest {
  return (argument) => {
    const test = createTest(argument);
    return (value) => !on.some((kind) => isOfKind(value, kind)) || test(value as never, {});
  };
}

function compareTest(compares: NonNullable<Rule['compares']>): (other: unknown) => KeywordTest {
  return (other) => (value, parent) => {
    if (value === null || value === '') return true;
    const beside = parent?.[other as string];
    return (value === (beside === '' ? undefined : beside)) === (compares === 'same');
  };
}

/** Parse the JSON form of an argument. */
function parse(name: string, argument: unknown): unknown {
  if (name !== 'regexp') return argument;
  const text = String(argument);
  const end = text.lastIndexOf('/');
  return new RegExp(text.slice(1, end), text.slice(end + 1));
}
