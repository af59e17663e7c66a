/** Makes a field required depending on other fields. */
export interface Condition {
  readonly rule: string;
  readonly argument: readonly unknown[];
  /** The fields that decide, as written. */
  readonly references: readonly string[];
  /** Whether the field is required, given the prepared values of those fields (`undefined` for a blank one). */
  readonly holds: (values: readonly unknown[]) => boolean;
}

/** The canonical name of each spelling. */
export const conditionNames: ReadonlyMap<string, string> = new Map([
  ['requiredIf', 'requiredIf'],
  ['requiredNotIf', 'requiredNotIf'],
  ['requiredWith', 'requiredWith'],
  ['requiredWithAll', 'requiredWithAll'],
  ['requiredWithout', 'requiredWithout'],
  ['requiredWithoutAll', 'requiredWithoutAll'],
  ['requiredWithOut', 'requiredWithout'],
  ['requiredWithOutAll', 'requiredWithoutAll'],
]);

/** The conditions whose argument is a field and values. */
export const conditionsOnValues: ReadonlySet<string> = new Set(['requiredIf', 'requiredNotIf']);

/** Compile one of `conditionNames`; the argument has been checked. */
export function createCondition(rule: string, argument: readonly unknown[]): Condition {
  const references = (conditionsOnValues.has(rule) ? argument.slice(0, 1) : argument) as readonly string[];
  const holds = HOLDS[rule] as (argument: readonly unknown[]) => Condition['holds'];
  return { rule, argument, references, holds: holds(argument) };
}

// --- internal ---

const HOLDS: Record<string, (argument: readonly unknown[]) => Condition['holds']> = {
  requiredIf:
    ([, ...wanted]) =>
    ([value]) =>
      wanted.includes(value),
  requiredNotIf:
    ([, ...wanted]) =>
    ([value]) =>
      !wanted.includes(value),
  requiredWith: () => (values) => values.some(isPresent),
  requiredWithAll: () => (values) => values.every(isPresent),
  requiredWithout: () => (values) => !values.every(isPresent),
  requiredWithoutAll: () => (values) => !values.some(isPresent),
};

function isPresent(value: unknown): boolean {
  return value !== undefined;
}
