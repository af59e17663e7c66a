/** Strings of the seeds, so that filters find something, and strings that a store, JSON or a URL could change. */
const STRINGS = [
  ...[
    'Post 1',
    'Post 2',
    'Rivers',
    'Lakes',
    'Émile',
    '100% _new_',
    'Login fails',
    'The menu is slow',
    'new',
    'hot',
    'Ada',
    'Ann',
  ],
  ...[
    'live',
    'isbn-1',
    'Fixed',
    'rollback',
    'forbidden',
    'a',
    'x y',
    "it's",
    '"quoted"',
    '漢字 🚀',
    '  spaces  ',
    'a,b',
    '<b>&amp;</b>',
  ],
  ...['null', 'true', '0', '-1', '1e3', '\\', '%', '_', '', 'line\nbreak', 'tab\t', '__proto__', 'constructor'],
];
const DAYS = ['2020-01-03', '2020-01-31', '2024-02-29', '1999-12-31'];
const TIMES = ['2020-01-03T10:02:00.000Z', '2020-01-05T10:04:00+02:00', '2031-03-04T05:06:07Z'];

/**
 * A value that a schema of an OpenAPI document accepts, most of the time.
 *
 * @param {import('./random.js').Random} random @param {any} schema @param {import('./document.js').Document} document
 */
export function validValue(random, schema, document, depth = 0) {
  const resolved = document.resolve(schema);
  const { anyOf, oneOf, enum: values, type } = resolved;
  if (anyOf ?? oneOf) return validValue(random, random.pick(anyOf ?? oneOf), document, depth + 1);
  if (values) return random.pick(values);
  const types = [type].flat();
  if (types.includes('null') && random.chance(0.2)) return null;
  switch (types.find((one) => one !== 'null')) {
    case 'integer':
      return integer(random, resolved);
    case 'number':
      return random.pick([0, 1, 1.5, -2.25, 7, 1e6]);
    case 'boolean':
      return random.chance();
    case 'array':
      return Array.from({ length: random.below(4) }, () =>
        validValue(random, resolved.items ?? {}, document, depth + 1),
      );
    case 'object':
      return object(random, resolved, document, depth);
    default:
      return string(random, resolved);
  }
}

/** A value that no field of this kind accepts, most of the time. @param {import('./random.js').Random} random */
export function wrongValue(random) {
  const deep = JSON.parse('['.repeat(8) + ']'.repeat(8));
  return random.pick([
    ...[null, true, 0, -1, 1.5, 1e21, '', ' ', 'x', [], {}, [1], [null], ['a', 1], { a: 1 }, { $ne: 1 }, deep],
    ...[
      '2020-13-45',
      'x'.repeat(300),
      '\u0000',
      '9007199254740993',
      9007199254740992,
      { id: 1 },
      JSON.parse('{"__proto__":{"a":1}}'),
    ],
  ]);
}

/**
 * A value of a filter in a URL.
 *
 * @param {import('./random.js').Random} random @param {any} schema
 * @param {import('./document.js').Document} document
 */
export function filterValue(random, schema, document) {
  const value = validValue(random, document.resolve(schema).anyOf?.[0] ?? schema, document, 2);
  return value === null || typeof value === 'object' ? 'x' : String(value);
}

// --- internal ---

/** Small numbers, which are identifiers of the seeds. */
function integer(random, { minimum = -5, maximum = 20 }) {
  const value = random.weighted([
    [20, 1 + random.below(4)],
    [4, random.below(14)],
    [0.4, minimum],
    [0.4, maximum],
  ]);
  return Math.min(Math.max(value, minimum), maximum);
}

function string(random, { format, maxLength = 60, minLength = 0, ...rest }) {
  if (format === 'date' || rest['x-date']) return random.pick(DAYS);
  if (format === 'date-time') return random.pick(TIMES);
  if (format === 'email') return random.pick(['ann@example.com', 'a.b+c@example.org', 'x@y.zz']);
  if (format === 'uuid') return `00000000-0000-4000-8000-00000000000${random.below(6)}`;
  if (rest['x-decimal']) return random.pick(['1.5', '0', '-3.25', '12.90', '1000']);
  const text = random.chance(0.05) ? 'y'.repeat(maxLength) : random.pick(STRINGS);
  return [...text].slice(0, maxLength).join('').padEnd(minLength, 'z');
}

function object(random, { properties = {}, required = [] }, document, depth) {
  const names = Object.keys(properties);
  if (names.length === 0)
    return random.pick([{}, { a: 1 }, { list: [1, null, 'x'], nested: { deep: true } }, { dark: null }]);
  // Read-only fields are refused, which is soon known.
  const isWanted = (name) => !document.resolve(properties[name]).readOnly || random.chance(0.03);
  const wanted = names
    .filter(isWanted)
    .filter((name) => required.includes(name) || random.chance(depth > 1 ? 0.3 : 0.5));
  return Object.fromEntries(wanted.map((name) => [name, validValue(random, properties[name], document, depth + 1)]));
}
