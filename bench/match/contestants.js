import findMyWay from 'find-my-way';
import { RegExpRouter } from 'hono/router/reg-exp-router';
import { SmartRouter } from 'hono/router/smart-router';
import { TrieRouter } from 'hono/router/trie-router';
import { Memoirist } from 'memoirist';
import { addRoute, createRouter, findRoute } from 'rou3';
// Only the matcher is measured, which is no public name: nobody but the router has a use for it.
import { compileRules } from '../../packages/router/dist/compile/compile-rules.js';
import { matchPath } from '../../packages/router/dist/match/match-path.js';
import { parseRules } from '../../packages/router/dist/parse/rule.js';
import { readVersion } from '../logic/version.js';

/**
 * Those who are compared.
 *
 * `path` and `regexp` take literals such as `['/item0', '/item1']` and make a matcher of the routes `/item0/:id?` and so on; in the form
 * `regexp` an id is digits. A matcher gives `{ rule, params }` for a path, with the number of the route, or `undefined`. A form that one does
 * not have is absent.
 */
export const contestants = [
  {
    name: '@rest-gen/router',
    version: readVersion('@rest-gen/router'),
    remarks: '',
    path: (literals) => ours(literals.map((literal) => [`${literal}/:id?`, 'thing', 'rest'])),
    regexp: (literals) => ours(literals.map((literal) => [expression(literal), 'thing?id=:1', 'rest'])),
  },
  {
    name: 'linear regexes',
    version: '',
    remarks: 'one expression after the other, written by hand; decodes where there is a %',
    path: (literals) => linear(literals.map((literal) => new RegExp(`^${literal}(?:/([^/]+))?/?$`, 'i'))),
    regexp: (literals) => linear(literals.map((literal) => new RegExp(`^${literal}(?:/(\\d+))?/?$`))),
  },
  {
    name: 'find-my-way',
    version: readVersion('find-my-way'),
    remarks: '`:id(^\\d+$)` for digits',
    path: (literals) => findMyWayOf(literals, (literal) => [`${literal}/:id?`]),
    regexp: (literals) => findMyWayOf(literals, (literal) => [literal, `${literal}/:id(^\\d+$)`]),
  },
  {
    name: 'rou3',
    version: readVersion('rou3'),
    remarks: '`findRoute`; `:id(\\d+)` for digits',
    path: (literals) => rou3Of(literals, (literal) => [literal, `${literal}/:id`]),
    regexp: (literals) => rou3Of(literals, (literal) => [literal, `${literal}/:id(\\d+)`]),
  },
  {
    name: 'memoirist',
    version: readVersion('memoirist'),
    remarks: 'has no expressions',
    path: memoiristOf,
  },
  honoOf('Hono RegExpRouter', () => new RegExpRouter()),
  honoOf('Hono TrieRouter', () => new TrieRouter()),
  honoOf('Hono SmartRouter', () => new SmartRouter({ routers: [new RegExpRouter(), new TrieRouter()] })),
];

// --- internal ---

function expression(literal) {
  return new RegExp(`${literal.replaceAll('/', '\\/')}(?:\\/(\\d+))?`);
}

function ours(rules) {
  const index = compileRules(parseRules(rules, { caseSensitive: false, strict: false }), { maxPath: 2048 });
  const limits = { path: 2048, segment: 255 };
  const numbers = new Map(index.rules.map((rule, at) => [rule, at]));
  return { find: (path) => matchPath(index, path, limits), read: ({ rule, params }) => [numbers.get(rule), params] };
}

function linear(expressions) {
  return {
    find(path) {
      for (let rule = 0; rule < expressions.length; rule++) {
        const captures = expressions[rule].exec(path);
        if (captures === null) continue;
        const params = {};
        const [, id] = captures;
        if (id !== undefined) params.id = id.includes('%') ? decodeURIComponent(id) : id;
        return { rule, params };
      }
      return undefined;
    },
    read: ({ rule, params }) => [rule, params],
  };
}

function findMyWayOf(literals, write) {
  const router = findMyWay();
  for (const [rule, literal] of literals.entries()) {
    for (const route of write(literal)) router.on('GET', route, () => undefined, { rule });
  }
  return {
    find: (path) => router.find('GET', path),
    // An optional one that is absent is there as undefined.
    read: ({ store, params }) => [
      store.rule,
      Object.fromEntries(Object.entries(params).filter(([, id]) => id !== undefined)),
    ],
  };
}

function rou3Of(literals, write) {
  const router = createRouter();
  for (const [rule, literal] of literals.entries()) {
    for (const route of write(literal)) addRoute(router, 'GET', route, { rule });
  }
  return { find: (path) => findRoute(router, 'GET', path), read: ({ data, params = {} }) => [data.rule, params] };
}

function memoiristOf(literals) {
  const router = new Memoirist();
  for (const [rule, literal] of literals.entries()) router.add('GET', `${literal}/:id?`, { rule });
  return { find: (path) => router.find('GET', path), read: ({ store, params }) => [store.rule, params] };
}

function honoOf(name, create) {
  const make = (literals, id) => {
    const router = create();
    for (const [rule, literal] of literals.entries()) router.add('GET', `${literal}/${id}`, { rule });
    return { find: (path) => collect(router.match('GET', path)), read: ({ rule, params }) => [rule, params] };
  };
  return {
    name,
    version: readVersion('hono'),
    remarks:
      '`:id{[0-9]+}` for digits; gives all that match, of which the first is taken, and its parameters are put together',
    path: (literals) => make(literals, ':id?'),
    regexp: (literals) => make(literals, ':id{[0-9]+}?'),
  };
}

/** As `c.req.param()` does, but for decoding: RegExpRouter names places in a list of captures, TrieRouter gives an object. */
function collect([handlers, captures]) {
  if (handlers.length === 0) return undefined;
  const [{ rule }, names] = handlers[0];
  if (captures === undefined) return { rule, params: names };
  const params = {};
  for (const name in names) {
    const value = captures[names[name]];
    if (value !== undefined) params[name] = value;
  }
  return { rule, params };
}
