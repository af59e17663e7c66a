import { expect } from 'chai';
import { compileLogic } from '../../src/compile-logic.ts';
import { ValidationError } from '../../src/errors.ts';
import type { Kind } from '../../src/kind.ts';
import { isJson } from '../../src/rules/json.ts';
import { vocabulary } from '../../src/rules/vocabulary.ts';
import type { Section } from '../../src/sections.ts';
import type { ActionInput } from '../../src/types.ts';
import { ABSENT, HOLDERS, PLACES, type Place } from './places.ts';

/** The rules of a field, values that pass, and values of the right type that fail the last one of the rules. */
export type Row = readonly [
  rules: Readonly<Record<string, unknown>>,
  pass: readonly unknown[],
  fail: readonly unknown[],
];

/** Run every row at every place of a field: values, blanks, other types, text, and with the rule disabled. */
export function describeRows(title: string, rows: readonly Row[]): void {
  describe(title, () => {
    for (const row of rows) {
      describe(show(row[0]), () => {
        it('accepts and refuses values at every place', () => checkValues(row));
        it('refuses other types', () => checkTypes(row));
        it('leaves out blank values', () => checkBlanks(row));
        it('accepts text sources', () => checkValues(row, true));
        it('can be disabled with false', () => checkOff(row));
      });
    }
  });
}

/**
 * What becomes of a value at several places at once: the values of the result by the name of the place, or every error.
 *
 * @param text - the source is text
 */
export function outcomesAt(places: readonly Place[], rules: object, text = false): (value: unknown) => unknown {
  // Uploads have a section of their own.
  const section: Section = 'file' in rules ? 'files' : 'body';
  const fields = Object.fromEntries(places.map((place) => [place.name, place.rules(rules)]));
  const action = compileLogic({ postAction: { [section]: fields } }).action('postAction');
  return (value) => {
    try {
      const input = action?.run({ [section]: everywhere(places, value) }, { textBody: text }) as ActionInput;
      return input[section];
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error;
      return error.errors.map(({ rule, pointer }) => `${rule} at ${pointer}`);
    }
  };
}

/** A value at several places, by the name of the place. */
export function everywhere(places: readonly Place[], value: unknown): Record<string, unknown> {
  const held = places.map((place) => [place.name, place.wrap(value)] as const);
  return Object.fromEntries(held.filter(([, holder]) => holder !== ABSENT));
}

/** That a rule fails at several places. */
export function failsEverywhere(places: readonly Place[], rule: string): readonly string[] {
  return places.map(({ name, pointer }) => `${rule} at /${name}${pointer}`);
}

/** Whether a value passes one rule, on its own. */
export function passes(name: string, argument: unknown, value: unknown): boolean {
  const test = vocabulary.get(name)?.test?.(argument as never, { kind: 'any', rules: {} });
  if (test === undefined) throw new Error(`${name} has no test`);
  return test(value as never, {});
}

/** Readable, for the names of tests. */
export function show(value: unknown): string {
  const text = JSON.stringify(value, (_, part) =>
    typeof part === 'bigint' || part instanceof RegExp || Number.isNaN(part) ? String(part) : part,
  );
  return (text ?? String(value)).slice(0, 100);
}

// --- internal ---

/** One of each type of JSON. */
const SAMPLES: readonly unknown[] = ['\u0001', 5, 1.5, true, false, [5], { a: 5 }];

const TAKES: Record<Kind, (value: unknown) => boolean> = {
  any: () => true,
  string: (value) => typeof value === 'string',
  date: (value) => typeof value === 'string',
  int: Number.isInteger,
  bigint: (value) => typeof value === 'number' || typeof value === 'string',
  float: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  array: Array.isArray,
  object: (value) => typeof value === 'object' && !Array.isArray(value),
  file: () => false,
};

/** Kinds that are not text, and are made of it. */
const COERCED: ReadonlySet<Kind> = new Set(['int', 'float', 'boolean']);

/** The kind of the field, and the rule that says so. */
function kindOf(rules: Row[0]): { readonly kind: Kind; readonly by: string } {
  const declared = Object.keys(rules).find((name) => vocabulary.get(name)?.declares !== undefined);
  for (const name of declared === undefined ? Object.keys(rules) : [declared]) {
    const rule = vocabulary.get(name);
    const kind = rule?.declares ?? rule?.implies?.(rules[name] as never) ?? rule?.on?.[0];
    if (kind !== undefined && kind !== 'any') return { kind, by: name };
  }
  return { kind: 'any', by: '' };
}

function lastOf(rules: Row[0]): string {
  return Object.keys(rules).at(-1) ?? '';
}

function checkValues([rules, pass, fail]: Row, text = false): void {
  const { kind } = kindOf(rules);
  const toText = (value: unknown): unknown => (text && COERCED.has(kind) ? String(value) : value);
  const outcome = outcomesAt(PLACES, rules, text);
  for (const value of pass) expect(outcome(toText(value)), show(value)).to.deep.equal(everywhere(PLACES, value));
  for (const value of fail) {
    expect(outcome(toText(value)), show(value)).to.deep.equal(failsEverywhere(PLACES, lastOf(rules)));
  }
}

function checkTypes([rules]: Row): void {
  const { kind, by } = kindOf(rules);
  const outcome = outcomesAt(PLACES, rules);
  for (const value of SAMPLES.filter((sample) => !TAKES[kind](sample))) {
    expect(outcome(value), show(value)).to.deep.equal(failsEverywhere(PLACES, by));
  }
}

function checkBlanks([rules]: Row): void {
  const { kind } = kindOf(rules);
  const isChoice = ['in', 'enum', 'const'].some((name) => name in rules);
  const tested = Object.keys(rules).filter((name) => vocabulary.get(name)?.test !== undefined);
  const keepsEmpty =
    (kind === 'string' || (kind === 'any' && isChoice)) && tested.every((name) => passes(name, rules[name], ''));
  const isPresent = keepsEmpty && minLength(rules.length) === 0;
  const outcome = outcomesAt(HOLDERS, rules);
  const required = outcomesAt(HOLDERS, { ...rules, required: true });
  for (const blank of [ABSENT, null, '']) {
    const left = everywhere(HOLDERS, blank === '' && keepsEmpty ? '' : ABSENT);
    expect(outcome(blank), show(blank)).to.deep.equal(left);
    const missing = blank === '' && isPresent ? left : failsEverywhere(HOLDERS, 'required');
    expect(required(blank), show(blank)).to.deep.equal(missing);
  }
  const kept = everywhere(PLACES, null);
  expect(outcomesAt(PLACES, { nullable: true, ...rules })(null)).to.deep.equal(kept);
  expect(outcomesAt(PLACES, { required: true, nullable: true, ...rules })(null)).to.deep.equal(kept);
}

function minLength(length: unknown): unknown {
  return typeof length === 'object' ? (length as { min?: number }).min : length;
}

function checkOff([rules, , fail]: Row): void {
  const rule = lastOf(rules);
  // `const: false` is a value.
  if (rule === 'const') return;
  const outcome = outcomesAt(PLACES, { [rule]: false });
  for (const value of fail.filter(isJson)) expect(outcome(value), show(value)).to.deep.equal(everywhere(PLACES, value));
}
