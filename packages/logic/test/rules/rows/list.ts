import type { Row } from '../rule-table.ts';

export const listRows: readonly Row[] = [
  [{ minItems: 0 }, [[], [1]], []],
  [
    { minItems: 2 },
    [
      [1, 2],
      [1, 2, 3],
      [null, null],
    ],
    [[1], []],
  ],
  [{ maxItems: 1 }, [[1], [], [[1, 2]]], [[1, 2]]],
  [{ maxItems: 0 }, [[]], [[1], [null]]],
  [{ array: true, minItems: 1 }, [[1]], [[]]],
  [
    { uniqueItems: true },
    [
      [],
      [1],
      [1, '1', true, 'true', null, 'null'],
      [0, false, '', null],
      [{ a: 1 }, { a: 2 }, [1], ['1'], '{"a":1}'],
      [[], {}],
      [
        [1, 2],
        [2, 1],
      ],
      [{ a: [1] }, { a: ['1'] }],
      [{ 'a,b': 1 }, { a: 1, b: 1 }],
      [{ a: 1 }, { a: 1, b: null }],
      ['a', 'A'],
      ['e\u0301', '\u00e9'],
    ],
    [
      [1, 1],
      [1, 1.0],
      [0, -0],
      ['a', 'b', 'a'],
      [null, null],
      [[], []],
      [{}, {}],
      [
        { a: 1, b: [2] },
        { b: [2], a: 1 },
      ],
      [
        [1, [2, { a: [] }]],
        [1, [2, { a: [] }]],
      ],
      [{ a: { b: { c: 1 } } }, 1, { a: { b: { c: 1.0 } } }],
    ],
  ],
];
