import { compileRules } from '../../packages/router/dist/compile/compile-rules.js';
import { matchPath } from '../../packages/router/dist/match/match-path.js';
import { parseRules } from '../../packages/router/dist/parse/rule.js';
import { measureMatches } from './measure.js';
import { fresh, PATHS } from './paths.js';

/** Rules of ours that others do not have, or only in part; `N` is a number of its own for each rule, and `text` what is written down for them. */
const SHAPES = [
  {
    text: "['/:tenant/itemN/:id?', …]",
    rule: (at) => [`/:tenant/item${at}/:id?`, 'thing', 'rest'],
    path: (at, id) => `/acme/item${at}/${id}`,
  },
  {
    text: '[/\\/(\\w+)\\/itemN(?:\\/(\\d+))?/, …]',
    rule: (at) => [new RegExp(`\\/(\\w+)\\/item${at}(?:\\/(\\d+))?`), 'thing?x=:1&id=:2', 'rest'],
    path: (at, id) => `/acme/item${at}/${id}`,
  },
  {
    text: '[/\\/post\\/(\\d+)\\/itemN(?:\\/(\\d+))?/, …]',
    rule: (at) => [new RegExp(`\\/post\\/(\\d+)\\/item${at}(?:\\/(\\d+))?`), 'thing?postId=:1&id=:2', 'rest'],
    path: (at, id) => `/post/${id}/item${at}/${id}`,
  },
  {
    text: '[/\\/itemN(?:\\/(?!0)(\\d+))?/, …]',
    rule: (at) => [new RegExp(`\\/item${at}(?:\\/(?!0)(\\d+))?`), 'thing?id=:1', 'rest'],
    path: (at, id) => `/item${at}/${id}`,
  },
  {
    text: "{ match: '/api', rules: [['/api/itemN/:id?', …]] }",
    rule: (at) => ({ match: '/api', rules: [[`/api/item${at}/:id?`, 'thing', 'rest']] }),
    path: (at, id) => `/api/item${at}/${id}`,
  },
];

/** Nanoseconds of a match of the last of many rules of a shape, and milliseconds until they are ready. */
export function measureShapes(count) {
  return SHAPES.map(({ text, rule, path }) => {
    const begin = performance.now();
    const rules = Array.from({ length: count }, (_, at) => rule(at));
    const index = compileRules(parseRules(rules, { caseSensitive: false, strict: false }), { maxPath: 2048 });
    const start = performance.now() - begin;
    const paths = Array.from({ length: PATHS }, (_, at) => fresh(path(count - 1, 1000 + at * 37)));
    const limits = { path: 2048, segment: 255 };
    if (matchPath(index, paths[0], limits)?.rule !== index.rules.at(-1)) throw new Error(`${text} finds another rule`);
    const [time] = measureMatches([(asked) => matchPath(index, asked, limits)], paths);
    return { text, count, time, start };
  });
}
