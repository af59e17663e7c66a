/** Makes a field required depending on other fields. */
export interface Condition {
  readonly rule: string;
  readonly argument: readonly unknown[];
  /** The fields that decide, as written. */
  readonly references: readonly string[];
  /** The values of the one referenced field that count; undefined where it counts that the fields are present. */
  readonly values: readonly unknown[] | undefined;
  readonly form: ConditionForm;
}

/** How many of the referenced fields must match; `negated`: the field is required if they do not. */
export interface ConditionForm {
  readonly match: 'all' | 'any';
  readonly negated: boolean;
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
  const form = FORMS[rule] as ConditionForm;
  if (!conditionsOnValues.has(rule)) {
    return { rule, argument, references: argument as readonly string[], values: undefined, form };
  }
  const [reference, ...values] = argument;
  return { rule, argument, references: [reference as string], values, form };
}

/** Whether a field is required, given the prepared values of the referenced fields (`undefined` for a blank one). */
export function holds({ values, form }: Condition, given: readonly unknown[]): boolean {
  const matches = (value: unknown): boolean => (values === undefined ? value !== undefined : values.includes(value));
  return (form.match === 'all' ? given.every(matches) : given.some(matches)) !== form.negated;
}

// --- internal ---

const FORMS: Readonly<Record<string, ConditionForm>> = {
  requiredIf: { match: 'all', negated: false },
  requiredNotIf: { match: 'all', negated: true },
  requiredWith: { match: 'any', negated: false },
  requiredWithAll: { match: 'all', negated: false },
  requiredWithout: { match: 'all', negated: true },
  requiredWithoutAll: { match: 'any', negated: true },
};
