/** Tables of 200 rules, each of another kind; `at` makes a rule of a table different from the others. */
export const TABLES = {
  'path form': (at) => [`/item${at}/:id?`, 'x', 'rest'],
  'path form, several captures': (at) => [`/item${at}/:a/:b/:c?`, 'x', 'rest'],
  'path form, captures first': (at) => [`/:a/:b/item${at}/:c?`, 'x', 'rest'],
  'path form, over slashes': (at) => [`/item${at}/:path*`, 'x', 'rest'],
  'path form, over slashes and on': (at) => [`/files/:path+/item${at}`, 'x', 'rest'],
  'path form, parts of a segment': (at) => [`/log/:year-:month-:day.item${at}`, 'x', 'rest'],
  'path form, an expression': (at) => [`/item/:ids(\\d+(?:,\\d+)*)/x${at}`, 'x', 'rest'],
  'captures \\w+': (at) => [new RegExp(`/item${at}/(\\w+)(?:/(\\w+))?`), 'x?id=:1', 'rest'],
  'captures \\w+ first': (at) => [new RegExp(`/(\\w+)/item${at}(?:/(\\w+))?`), 'x?id=:1', 'rest'],
  'captures [^/]+ first': (at) => [new RegExp(`/([^/]+)/([^/]+)/item${at}`), 'x?id=:1', 'rest'],
  'one segment, no slash': (at) => [new RegExp(`/([^/]+)-item${at}`), 'x?id=:1', 'rest'],
  'optional groups': (at) => [new RegExp(`/(\\w+)(?:/(\\w+))?(?:/(\\w+))?(?:/(\\w+))?/item${at}`), 'x?id=:1', 'rest'],
  'a loop of segments': (at) => [new RegExp(`(?:/[^/]+)*/item${at}`), 'x', 'rest'],
  'a lookahead': (at) => [new RegExp(`/(?!new)(\\w+)/item${at}`), 'x?id=:1', 'rest'],
  'searched for': (at) => [new RegExp(`/item${at}/(\\w+)`), 'x?id=:1', 'rest', { match: 'search' }],
  'searched for from the beginning': (at) => [new RegExp(`^/(\\w+)/item${at}`), 'x?id=:1', 'rest', { match: 'search' }],
  'without regard to case': (at) => [new RegExp(`/([a-z]+)/item${at}/(\\d+)`, 'i'), 'x?id=:1', 'rest'],
  'in groups': (at) => ({ match: `/v${at % 10}`, rules: [[`/v${at % 10}/item${at}/:id?`, 'x', 'rest']] }),
};

export const RULES = 200;
export const LENGTH = 8_192;

/** Hostile paths of the full length: repeats of one thing, and what begins as a rule does, goes on for long and fails at its end. */
export function hostilePaths() {
  const repeats = [
    'a',
    '1',
    '-',
    '.',
    '_',
    '/',
    '/a',
    '/1',
    '/item',
    '/item199',
    '/item199/',
    'item199',
    '-item1',
    '/%41',
    '%',
    '%2f',
  ];
  const more = [
    '/v1',
    '/v9/item199',
    '/log/1-1-1',
    '/a/b',
    '/a/b/item',
    '/files/item',
    ',1',
    '/.',
    '/..',
    ';',
    '\u00ff',
    'A',
    '/ITEM199',
  ];
  const begins = [
    '/item199/',
    '/item0/',
    '/files/',
    '/log/',
    '/item/',
    '/a/',
    '/a/b/',
    '/a/b/c/d/',
    '/v9/item199/',
    '/new/',
    '/',
  ];
  const paths = [...repeats, ...more].map((text) => fill('/', text));
  for (const begin of begins) {
    for (const text of ['a', '1', 'a/', '1,1', '-1', '/item1', '/item199', 'a.']) {
      paths.push(fill(begin, text), `${fill(begin, text, 10)}/item199!`, `${fill(begin, text, 5)}!/!/!`);
    }
  }
  return [...new Set(paths)];
}

// --- internal ---

function fill(begin, text, room = 0) {
  const length = LENGTH - room - begin.length;
  return begin + text.repeat(Math.ceil(length / text.length)).slice(0, length);
}
