/** Identifiers of the seeds that are text. */
const WORDS = [
  'start',
  'faq',
  'a_b',
  'theme',
  'limits',
  'other',
  'text',
  'bytes',
  'stream',
  'count',
  'model',
  'transaction',
  'self',
  'fail',
];
const KINDS = [
  'text',
  'bytes',
  'stream',
  'nothing',
  'null',
  'number',
  'fail',
  'http',
  'throw',
  'count',
  'model',
  'transaction',
  'self',
  'x',
];

const ASKED = [
  ...[
    'sum',
    'avg',
    'min',
    'groups',
    'pages',
    'offset',
    'every',
    'or',
    'unknown',
    'operator',
    'undefined',
    'bounded',
    'limited',
    'increment',
  ],
  ...['decrement', 'updateMany', 'addMany', 'wrong', 'deleted', 'purge', 'hidden', 'note', 'only', 'constructor'],
];

/**
 * A path of an operation with values of its parameters, most of them of records that exist.
 *
 * @param {import('./random.js').Random} random @param {import('./document.js').Operation} operation
 */
export function fillPath(random, { path, params }) {
  return path.replace(/\{([^}]+)\}/g, (_, name) => {
    const schema = params.find((one) => one.name === name)?.schema ?? {};
    if (name === 'kind') return random.pick(path.startsWith('/model') ? ASKED : KINDS);
    if (name === 'path')
      return random.pick(['20260101000000_create_library.js', 'missing.txt', '.hidden', '..%2fpackage.json', 'a/b']);
    if (random.chance(0.04)) return random.pick(ODD);
    if (path.startsWith('/counter')) return `00000000-0000-4000-8000-00000000000${1 + random.below(4)}`;
    if (schema.type === 'string' || /^\/(?:setting|doc)\//.test(path))
      return random.pick(path.startsWith('/report') ? KINDS : WORDS);
    return String(
      random.weighted([
        [8, 1 + random.below(3)],
        [4, 1 + random.below(8)],
        [1, 10 + random.below(12)],
      ]),
    );
  });
}

// --- internal ---

const ODD = [
  '0',
  '-1',
  '1.5',
  '1e3',
  '007',
  '999',
  'x',
  'constructor',
  '__proto__',
  '%20',
  '1%201',
  '9223372036854775808',
  'null',
  '%C3%A9',
  '1,2',
];
