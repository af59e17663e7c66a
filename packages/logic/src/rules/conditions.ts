/** Makes a field required, by its siblings after preparation. */
export interface Condition {
  readonly rule: string;
  readonly argument: readonly unknown[];
  /** Whether the field is required, given the prepared fields of its object. */
  readonly holds: (siblings: Record<string, unknown>) => boolean;
}

/** The rule behind each spelling. */
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

/** Compile one of `conditionNames`; the argument has been checked. */
export function createCondition(rule: string, argument: readonly unknown[]): Condition {
  return { rule, argument, holds: HOLDS[rule]?.(argument as readonly string[]) as Condition['holds'] };
}

/** Whether a prepared object has a field that is not blank (`null` is a value: only a nullable field keeps it). */
export function isPresent(siblings: Record<string, unknown>, name: string): boolean {
  return Object.hasOwn(siblings, name) && siblings[name] !== '';
}

// --- internal ---

type Holds = (argument: readonly string[]) => Condition['holds'];

const HOLDS: Record<string, Holds> = {
  requiredIf: (argument) => (siblings) => hasOneOf(siblings, argument),
  requiredNotIf: (argument) => (siblings) => !hasOneOf(siblings, argument),
  requiredWith: (names) => (siblings) => names.some((name) => isPresent(siblings, name)),
  requiredWithAll: (names) => (siblings) => names.every((name) => isPresent(siblings, name)),
  requiredWithout: (names) => (siblings) => names.some((name) => !isPresent(siblings, name)),
  requiredWithoutAll: (names) => (siblings) => names.every((name) => !isPresent(siblings, name)),
};

function hasOneOf(siblings: Record<string, unknown>, [name = '', ...values]: readonly string[]): boolean {
  return Object.hasOwn(siblings, name) && values.includes(siblings[name] as string);
}
