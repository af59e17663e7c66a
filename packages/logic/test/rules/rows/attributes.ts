import { ABSENT } from '../places.ts';

/** Rules of a field, and the result of each value: a value, {@link ABSENT}, or the rule that fails. */
export interface AttributeRow {
  readonly rules: Readonly<Record<string, unknown>>;
  readonly values: readonly (readonly [given: unknown, wanted: unknown])[];
}

const missing = { rule: 'required' };

/** Rules, values, and their results in the same order. */
const table: readonly (readonly [rules: AttributeRow['rules'], given: unknown[], wanted: unknown[]])[] = [
  [{ required: true }, [ABSENT, null, '', 0, false, [], ' '], [missing, missing, missing, 0, false, [], ' ']],
  [{ required: true, trim: true }, [' ', '\t\n', ' a'], [missing, missing, 'a']],
  [{ required: true, nullable: true }, [ABSENT, null, ''], [missing, null, missing]],
  [{ required: true, string: true }, ['', null, 'a'], [missing, missing, 'a']],
  [{ required: 'present' }, [ABSENT, null, '', 'a'], [ABSENT, missing, missing, 'a']],
  [{ required: 'present', nullable: true }, [ABSENT, null, ''], [ABSENT, null, missing]],
  [{ required: false }, [ABSENT, null, '', 'a'], [ABSENT, ABSENT, ABSENT, 'a']],
  [{ string: true }, [ABSENT, null, '', ' '], [ABSENT, ABSENT, '', ' ']],
  [{ string: true, trim: true }, [' ', ' a b '], ['', 'a b']],
  [{ string: true, trim: true, length: { min: 1 } }, ['', ' '], [ABSENT, ABSENT]],
  [{ string: true, required: true, length: { min: 0 } }, [ABSENT, null, ''], [missing, missing, '']],
  [{ string: true, required: 'present', length: { min: 0 } }, [ABSENT, null, ''], [ABSENT, missing, '']],
  [{ in: ['', 'a'], required: true, length: { min: 0 } }, ['', 'b'], ['', { rule: 'in' }]],
  [{ email: true, required: true, length: { min: 0 } }, [''], [missing]],
  [{ in: ['', 'a'], default: 'a' }, [ABSENT, '', null], ['a', '', ABSENT]],
  [{ trim: true }, [' ', ' a ', 5], [ABSENT, 'a', 5]],
  [{ trim: false }, [' a '], [' a ']],
  [{ default: 5 }, [ABSENT, null, '', 0, 6], [5, ABSENT, ABSENT, 0, 6]],
  [{ default: 5, required: true }, [ABSENT, null, ''], [5, missing, missing]],
  [{ default: null, nullable: true }, [ABSENT, null, ''], [null, null, ABSENT]],
  [{ default: false }, [ABSENT, true], [false, true]],
  [{ default: 0, nullable: true }, [ABSENT, null], [0, null]],
  [{ string: true, default: 'a' }, [ABSENT, ''], ['a', '']],
  [{ nullable: true }, [null, ABSENT, ''], [null, ABSENT, ABSENT]],
  [{ nullable: false }, [null], [ABSENT]],
  [{ int: true, nullable: true }, [null, '', 'null'], [null, ABSENT, { rule: 'int' }]],
  [{ aliasName: 'Name' }, ['a'], ['a']],
  [{ message: 'No' }, ['a'], ['a']],
  [{ secret: true }, ['a', ABSENT], ['a', ABSENT]],
  [{ object: true, children: { z: { int: true, default: 1 } } }, [{}, ABSENT, { z: 2 }], [{ z: 1 }, ABSENT, { z: 2 }]],
  [{ array: true, children: { int: true } }, [[], [1], ABSENT, null], [[], [1], ABSENT, ABSENT]],
];

export const attributeRows: readonly AttributeRow[] = table.map(([rules, given, wanted]) => ({
  rules,
  values: given.map((value, index) => [value, wanted[index]] as const),
}));
