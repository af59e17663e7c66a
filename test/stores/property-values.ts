import type { Scalar } from '../../packages/model/src/index.ts';

/** A kind of column: what it may hold, what it may be compared with besides, and its order. */
export interface Kind {
  readonly values: readonly Scalar[];
  /** What no row can have. */
  readonly others: readonly Scalar[];
  readonly isOrdered: boolean;
  order(a: Scalar, b: Scalar): number;
}

/** The columns of the fixture; but for `name` they take null. */
export const COLUMNS = {
  word: 'string',
  name: 'string',
  text: 'string',
  small: 'integer',
  big: 'bigint',
  price: 'decimal',
  ratio: 'double',
  live: 'boolean',
  day: 'date',
  at: 'datetime',
  key: 'uuid',
  bytes: 'binary',
} as const;

/** Where stores, collations and drivers go different ways. */
const strings = [
  ...['', ' ', 'a', 'A', 'a ', ' a', 'b', 'Z', 'aa', '0', '10', '9', 'null', 'a\tb', 'a\nb', '\x01', '\x7f'],
  ...['ß', 'ss', 'SS', 'i', 'I', 'ı', 'İ', 'é', 'e\u0301', 'ä', 'Ä', 'ﬁ', '\u200b', '\u202eabc', '\ufeff', 'שלום'],
  ...[
    '😀',
    '👩‍👩‍👧',
    '\uff61',
    '\uffff',
    '\u{10ffff}',
    '%',
    '_',
    'a%',
    '\\',
    '\\\\',
    "'",
    "''",
    '"',
    '`',
    '$1',
    '?',
    ':a',
    ';--',
  ],
  ...['x'.repeat(255), '😀'.repeat(255), '{"$gt":""}', '__proto__'],
];

export const KINDS: Readonly<Record<(typeof COLUMNS)[keyof typeof COLUMNS], Kind>> = {
  string: { values: strings, others: ['nobody', '\x02'], isOrdered: true, order: byBytes },
  integer: {
    values: [0, 1, -1, 5, 2_147_483_647, -2_147_483_648],
    others: [2_147_483_648, -2_147_483_649, Number.MAX_SAFE_INTEGER, 2n ** 63n - 1n],
    isOrdered: true,
    order: byNumber,
  },
  bigint: {
    values: [0, 1, -1, 2 ** 53 - 1, 2n ** 53n, 2n ** 53n + 1n, -(2n ** 53n) - 1n, 2n ** 63n - 1n, -(2n ** 63n)],
    others: [2, 2n ** 62n],
    isOrdered: true,
    order: byNumber,
  },
  decimal: {
    values: ['0.00', '0.01', '-0.01', '9.00', '10.00', '1234567890.12', '9999999999.99', '-9999999999.99'],
    others: ['0', '9', '9.001', '-0.001', '0.009', '99999999999', 3],
    isOrdered: true,
    order: byDecimal,
  },
  double: {
    // Not a positive number below 2.2e-16: SQLite's driver binds it as text, which a column that some rows show does not equal.
    values: [0, -0, 0.1, 0.2, 1.5, -1.5, 1e308, -1e308, -5e-324, Number.MAX_VALUE, 2 ** 53, 1 / 3],
    others: [0.30000000000000004, 1, 1e-320],
    isOrdered: true,
    order: byNumber,
  },
  boolean: { values: [true, false], others: [], isOrdered: true, order: byNumber },
  date: {
    values: ['0001-01-01', '1000-01-01', '1582-10-10', '1970-01-01', '2024-02-29', '9999-12-31'],
    others: ['2026-01-01'],
    isOrdered: true,
    order: byBytes,
  },
  datetime: {
    values: [
      ...[
        '0001-01-01T00:00:00.000Z',
        '1582-10-10T00:00:00.000Z',
        '1969-12-31T23:59:59.999Z',
        '1970-01-01T00:00:00.000Z',
      ],
      ...[
        '2026-03-29T01:30:00.000Z',
        '2026-03-29T02:30:00.001Z',
        '2026-10-25T00:30:00.000Z',
        '2026-10-25T01:30:00.000Z',
      ],
      ...['2038-01-19T03:14:08.000Z', '9999-12-31T23:59:59.999Z'],
    ],
    others: ['2026-01-01T00:00:00.000Z'],
    isOrdered: true,
    order: byBytes,
  },
  uuid: {
    values: [
      '00000000-0000-4000-8000-000000000001',
      'ffffffff-ffff-4fff-bfff-ffffffffffff',
      '0a000000-0000-4000-8000-000000000000',
    ],
    others: ['10000000-0000-4000-8000-000000000000'],
    isOrdered: true,
    order: byBytes,
  },
  binary: {
    values: [[], [0], [0, 0], [255], [1, 2, 3], [39, 92, 34]].map((bytes) => Uint8Array.from(bytes)),
    others: [Uint8Array.from([7])],
    isOrdered: false,
    order: (a, b) => Buffer.compare(a as Uint8Array, b as Uint8Array),
  },
};

// --- internal ---

/** UTF-8 sorts by code points, strings of JavaScript do not. */
function byBytes(a: Scalar, b: Scalar): number {
  return Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));
}

function byNumber(a: Scalar, b: Scalar): number {
  return Number((a as number) > (b as number)) - Number((a as number) < (b as number));
}

function byDecimal(a: Scalar, b: Scalar): number {
  return byNumber(thousandths(a), thousandths(b));
}

function thousandths(value: Scalar): bigint {
  const [whole = '', fraction = ''] = String(value).split('.');
  return BigInt(`${whole}${fraction.padEnd(3, '0')}`);
}
