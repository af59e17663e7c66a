import fc from 'fast-check';
import type { RuleConfig } from '../../src/core/parse/types.ts';

/** A rule of any form, and paths that it matches or nearly matches. */
export interface SampledRule {
  readonly rule: RuleConfig;
  readonly samples: readonly string[];
}

/** A part of an expression, and texts for it. */
type Part = readonly [source: string, ...samples: string[]];

const TEXTS: readonly Part[] = [
  ['\\/', '/'],
  ['/', '/'],
  ['\\x2f', '/'],
  ['\\/post', '/post', '/POST', '/po\u017ft'],
  ['\\/api', '/api', '/API', '/ap\u0131'],
  ['\\/item1', '/item1', '/Item1', '/item10'],
  ['\\/item10', '/item10', '/item1'],
  ['\\/K', '/K', '/k', '/\u212a'],
  ['s', 's', 'S', '\u017f'],
  ['\u00e9', '\u00e9', '\u00c9'],
  ['\\.', '.', 'x'],
  ['[.]', '.', 'x'],
  ['[Aa]', 'a', 'A'],
  ['a{1}', 'a', 'aa'],
  ['a{2}', 'aa', 'a'],
  ['a{0}', '', 'a'],
  ['-', '-'],
  ['%C3', '%C3', '%c3'],
];
const CLASSES: readonly Part[] = [
  ['\\d', '1', 'a'],
  ['\\w', 'w', '\u017f'],
  ['[^/]', 'x', '%41', '\u00e9', '\u2028'],
  ['[a-z]', 'b', 'B', '\u212a'],
  ['[a-f\\d]', 'c', '7'],
  ['.', '.', '/', '\n', '\u2028'],
  ['[\\u00e9b]', 'b', '\u00e9'],
  ['\\D', 'd', '4'],
  ['\\W', '~', 'w'],
  ['\\S', 'y', '\u00a0'],
  ['[^]', 'z'],
  ['[^\\w/]', '~', '\u00e9'],
];
const COUNTS = ['', '+', '*', '?', '+?', '*?', '??', '{2}', '{1,2}', '{0,1}', '{3,}?'] as const;

/** `\d` with `{2}`: a text of it is repeated, at times too often. */
const run: fc.Arbitrary<Part> = fc
  .tuple(fc.constantFrom(...CLASSES), fc.constantFrom(...COUNTS), fc.integer({ min: 0, max: 3 }))
  .map(([[source, ...texts], count, times]) => [source + count, ...texts.map((text) => text.repeat(times))]);
const simple = fc.oneof({ arbitrary: fc.constantFrom(...TEXTS), weight: 3 }, { arbitrary: run, weight: 1 });
const captured = fc.oneof(run, fc.constantFrom(...TEXTS)).map(([source, ...texts]): Part => [`(${source})`, ...texts]);
const sequence = (part: fc.Arbitrary<Part>, maxLength: number) => {
  return fc.array(part, { minLength: 1, maxLength }).map((parts): Part => {
    const texts = [0, 1, 2].map((at) => parts.map(([, ...choices]) => choices[at % choices.length]).join(''));
    return [parts.map(([source]) => source).join(''), ...texts];
  });
};
const segment = fc
  .oneof(captured, sequence(simple, 2))
  .map(([source, ...texts]): Part => [`\\/${source}`, ...texts.map((text) => `/${text}`)]);
const grouped = fc
  .tuple(
    sequence(fc.oneof(segment, simple), 2),
    sequence(fc.oneof(segment, simple), 2),
    fc.constantFrom('option', 'lazy', 'choice', 'repeat', 'capture'),
  )
  .map(([[one, ...texts], [two, ...others], kind]): Part => {
    if (kind === 'option') return [`(?:${one})?`, '', ...texts];
    if (kind === 'lazy') return [`(?:${one})??`, '', ...texts];
    if (kind === 'choice') return [`(?:${one}|${two})`, ...texts, ...others];
    if (kind === 'repeat') return [`(?:${one}){1,2}`, ...texts, texts.join('')];
    return [`(${one}|${two})`, ...texts, ...others];
  });
const odd = fc.constantFrom<Part>(
  ['(?=\\/)', ''],
  ['(?!\\/post)', ''],
  ['(?<=\\/)', ''],
  ['\\b', ''],
  ['^', ''],
  ['$', ''],
  ['(?<name>\\d+)|\\/b', '12', '/b'],
  ['|', ''],
);
const expression: fc.Arbitrary<Part> = sequence(
  fc.oneof(
    { arbitrary: segment, weight: 6 },
    { arbitrary: simple, weight: 2 },
    { arbitrary: grouped, weight: 3 },
    { arbitrary: odd, weight: 1 },
  ),
  5,
);

const options = fc.record(
  { match: fc.constantFrom('full', 'search'), strict: fc.boolean(), caseSensitive: fc.boolean() },
  { requiredKeys: [] },
);
const FLAGS = ['', '', '', 'i', 'i', 's', 'u', 'iu', 'v', 'm', 'gi'] as const;

const regexpRule = fc
  .tuple(expression, fc.constantFrom(...FLAGS), options, fc.boolean())
  .map(([[source, ...samples], flags, given, bulk]): SampledRule | undefined => {
    let groups: number;
    try {
      groups = (new RegExp(`${source}|`, flags).exec('') as RegExpExecArray).length - 1;
    } catch {
      return undefined;
    }
    const slots = Array.from({ length: groups }, (_, at) => `p${at + 1}=:${at + 1}`);
    const controller = bulk && groups > 0 ? 'x:1' : 'thing';
    const target = [controller, slots.join('&')].filter((text) => text !== '').join('?');
    return { rule: [new RegExp(source, flags), target, 'rest', given as object], samples };
  })
  .filter((rule) => rule !== undefined);

const PATH_PARTS: readonly Part[] = [
  ['post', 'post', 'POST'],
  ['item1', 'item1', 'item10'],
  ['a-b', 'a-b', 'A-B'],
  ['x.y', 'x.y', 'xzy'],
  ['caf\u00e9', 'caf%C3%A9', 'caf%c3%a9', 'caf\u00e9'],
  ['@', '12', 'a%20b', '%', '%2F', '..', '\u00e9'],
  ['@?', '12', 'x'],
  ['@(\\d+)', '12', '1x'],
  ['@(\\d+)?', '7', '77'],
  ['@(\\w+)', 'w_1', 'a-b'],
  ['@*', 'a/b/c', 'a//b', 'x'],
  ['@+', 'a/b', '../c'],
  ['@(\\d+)*', '1/2', '1'],
  ['@.json', 'a.json', 'a.b.json'],
  ['v@-x', 'v1-x', 'v1-2-x'],
  ['@(a|bc)', 'a', 'bc'],
];
const pathRule = fc
  .tuple(fc.array(fc.constantFrom(...PATH_PARTS), { maxLength: 4 }), options, fc.boolean())
  .map(([parts, given, bulk]): SampledRule => {
    const names = parts.map(([source], at) => source.replace('@', `:p${at}`));
    const [name] = names.join('/').match(/:p\d/) ?? [];
    const samples = [0, 1, 2].map((at) => `/${parts.map(([, ...texts]) => texts[at % texts.length]).join('/')}`);
    return { rule: [`/${names.join('/')}`, bulk && name ? `a/${name}` : 'thing', 'rest', given as object], samples };
  });

const rule = fc.oneof({ arbitrary: regexpRule, weight: 3 }, { arbitrary: pathRule, weight: 2 });
const group = fc
  .tuple(fc.constantFrom('/post', '/API', /a/, /^\/[^/]*1/i), fc.array(rule, { minLength: 1, maxLength: 3 }))
  .map(
    ([match, inner]): SampledRule => ({
      rule: { match, rules: inner.map((one) => one.rule) },
      samples: inner.flatMap(({ samples }) => samples),
    }),
  );

/** One rule, or a group of some. */
export const anyRule: fc.Arbitrary<SampledRule> = fc.oneof(
  { arbitrary: rule, weight: 8 },
  { arbitrary: group, weight: 1 },
);

/** Hundreds of rules with common prefixes, mixed with others. */
export const manyRules: fc.Arbitrary<SampledRule[]> = fc
  .tuple(
    fc.constantFrom('/item', '/api/item', '/:tenant/item', '/v1/:a/:b/x', '/'),
    fc.integer({ min: 5, max: 300 }),
    fc.array(anyRule, { maxLength: 5 }),
  )
  .chain(([prefix, count, others]) => {
    const numbered = Array.from({ length: count }, (_, at): SampledRule => {
      const tail = ['/:id?', '', '/:id(\\d+)', '/:id/part'][at % 4] as string;
      const path = `${prefix}${at}`.replaceAll(/:\w+/g, 'acme');
      return { rule: [`${prefix}${at}${tail}`, `c${at}`, 'rest'], samples: [path, `${path}/12`, `${path}/12/part`] };
    });
    return fc.shuffledSubarray([...numbered, ...others], { minLength: 1 });
  });

/** What is done to a sample before it is asked for. */
export const change: fc.Arbitrary<(path: string) => string> = fc
  .tuple(
    fc.constantFrom('same', 'same', 'slash', 'upper', 'cut', 'more', 'swap', 'before'),
    fc.nat({ max: 20 }),
    fc.constantFrom('x', '1', '/', '%', '\u00e9', '\n', 'S'),
  )
  .map(([kind, place, text]) => (path: string) => {
    if (kind === 'slash') return `${path}/`;
    if (kind === 'upper') return path.slice(0, place) + path.slice(place).toUpperCase();
    if (kind === 'cut') return path.slice(0, place);
    if (kind === 'more') return path.slice(0, place) + text + path.slice(place);
    if (kind === 'swap') return path.slice(0, place) + text + path.slice(place + 1);
    if (kind === 'before') return `/${text}${path}`;
    return path;
  });
