import { ABSENT } from '../places.ts';

/** Rules of a field, and what becomes of values: the value, {@link ABSENT}, or the rule that fails. */
export interface AttributeRow {
  readonly rules: Readonly<Record<string, unknown>>;
  readonly values: readonly (readonly [given: unknown, wanted: unknown])[];
}

const missing = { rule: 'required' };

export const attributeRows: readonly AttributeRow[] = [
  {
    rules: { required: true },
    values: [
      [ABSENT, missing],
      [null, missing],
      ['', missing],
      [0, 0],
      [false, false],
      [[], []],
      [' ', ' '],
    ],
  },
  {
    rules: { required: true, trim: true },
    values: [
      [' ', missing],
      ['\t\n', missing],
      [' a', 'a'],
    ],
  },
  {
    rules: { required: true, nullable: true },
    values: [
      [ABSENT, missing],
      [null, null],
      ['', missing],
    ],
  },
  {
    rules: { required: true, string: true },
    values: [
      ['', missing],
      [null, missing],
      ['a', 'a'],
    ],
  },
  {
    rules: { required: 'present' },
    values: [
      [ABSENT, ABSENT],
      [null, missing],
      ['', missing],
      ['a', 'a'],
    ],
  },
  {
    rules: { required: 'present', nullable: true },
    values: [
      [ABSENT, ABSENT],
      [null, null],
      ['', missing],
    ],
  },
  {
    rules: { required: false },
    values: [
      [ABSENT, ABSENT],
      [null, ABSENT],
      ['', ABSENT],
      ['a', 'a'],
    ],
  },
  {
    rules: { string: true },
    values: [
      [ABSENT, ABSENT],
      [null, ABSENT],
      ['', ''],
      [' ', ' '],
    ],
  },
  {
    rules: { string: true, trim: true },
    values: [
      [' ', ''],
      [' a b ', 'a b'],
    ],
  },
  {
    rules: { trim: true },
    values: [
      [' ', ABSENT],
      [' a ', 'a'],
      [5, 5],
    ],
  },
  { rules: { trim: false }, values: [[' a ', ' a ']] },
  {
    rules: { default: 5 },
    values: [
      [ABSENT, 5],
      [null, ABSENT],
      ['', ABSENT],
      [0, 0],
      [6, 6],
    ],
  },
  {
    rules: { default: 5, required: true },
    values: [
      [ABSENT, 5],
      [null, missing],
      ['', missing],
    ],
  },
  {
    rules: { default: null, nullable: true },
    values: [
      [ABSENT, null],
      [null, null],
      ['', ABSENT],
    ],
  },
  {
    rules: { default: false },
    values: [
      [ABSENT, false],
      [true, true],
    ],
  },
  {
    rules: { default: 0, nullable: true },
    values: [
      [ABSENT, 0],
      [null, null],
    ],
  },
  {
    rules: { string: true, default: 'a' },
    values: [
      [ABSENT, 'a'],
      ['', ''],
    ],
  },
  {
    rules: { nullable: true },
    values: [
      [null, null],
      [ABSENT, ABSENT],
      ['', ABSENT],
    ],
  },
  { rules: { nullable: false }, values: [[null, ABSENT]] },
  {
    rules: { int: true, nullable: true },
    values: [
      [null, null],
      ['', ABSENT],
      ['null', { rule: 'int' }],
    ],
  },
  { rules: { aliasName: 'Name' }, values: [['a', 'a']] },
  { rules: { message: 'No' }, values: [['a', 'a']] },
  {
    rules: { secret: true },
    values: [
      ['a', 'a'],
      [ABSENT, ABSENT],
    ],
  },
  {
    rules: { object: true, children: { z: { int: true, default: 1 } } },
    values: [
      [{}, { z: 1 }],
      [ABSENT, ABSENT],
      [{ z: 2 }, { z: 2 }],
    ],
  },
  {
    rules: { array: true, children: { int: true } },
    values: [
      [[], []],
      [[1], [1]],
      [ABSENT, ABSENT],
      [null, ABSENT],
    ],
  },
];
