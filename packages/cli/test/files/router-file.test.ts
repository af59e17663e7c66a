import { expect } from 'chai';
import { addRule, locateRule, removeRule, ruleText } from '../../src/files/router-file.ts';

const POST = { pattern: '/post/:id?' };
const RULE = "['/post/:id?', 'rest']";

/** A list with these lines in it; `NEW` is the rule. */
function list(...lines: string[]): string {
  return ['export default defineRules([', ...lines, ']);', ''].join('\n').replaceAll('NEW', RULE);
}

const LAYOUTS: [title: string, before: string, after: string][] = [
  ['an empty list', 'export default [];\n', `export default [\n  ${RULE},\n];\n`],
  ['an empty call', 'module.exports = defineRules([]);\n', `module.exports = defineRules([\n  ${RULE},\n]);\n`],
  [
    'rules on one line',
    "export default defineRules([['/a', 'rest'], ...b]);\n",
    list("  ['/a', 'rest'],", '  ...b,', '  NEW,'),
  ],
  ['a list of comments', list('  // none yet'), list('  // none yet', '  NEW,')],
  ['rules with commas', list('  [1],', '  [2],'), list('  [1],', '  [2],', '  NEW,')],
  ['a last rule without comma', list('  [1],', '  [2]'), list('  [1],', '  [2],', '  NEW,')],
  ['a comment after the comma', list('  [1], // one'), list('  [1], // one', '  NEW,')],
  ['a comment without comma', list('  [1] // one'), list('  [1], // one', '  NEW,')],
  ['comments after the last rule', list('  [1],', '  // end'), list('  [1],', '  NEW,', '  // end')],
  ['tabs', list('\t[1],'), list('\t[1],', '\tNEW,')],
  ['carriage returns', list('  [1],').replaceAll('\n', '\r\n'), list('  [1],', '  NEW,').replaceAll('\n', '\r\n')],
  [
    'a rule over several lines',
    list('  [', "    '/a',", "    'rest',", '  ],'),
    list('  [', "    '/a',", "    'rest',", '  ],', '  NEW,'),
  ],
  [
    'a group at the end',
    list('  {', '    match: 1,', '    rules: [', '      [1],', '    ],', '  },'),
    list('  {', '    match: 1,', '    rules: [', '      [1],', '    ],', '  },', '  NEW,'),
  ],
  ['a regular expression with brackets', list('  [/[\\],]/, 1],'), list('  [/[\\],]/, 1],', '  NEW,')],
  ['spread rules', list('  ...others,'), list('  ...others,', '  NEW,')],
  [
    'a list with a name and a type',
    'const rules: Rules = [\n  [1],\n];\nexport default rules;\n',
    `const rules: Rules = [\n  [1],\n  ${RULE},\n];\nexport default rules;\n`,
  ],
  [
    'a list that satisfies a type',
    'export default [\n  [1],\n] satisfies Rules;\n',
    `export default [\n  [1],\n  ${RULE},\n] satisfies Rules;\n`,
  ],
];

describe('addRule', () => {
  for (const [title, before, after] of LAYOUTS) {
    it(`adds the rule to ${title}`, () => {
      expect(addRule(before, POST)).to.deep.equal({ source: after });
      expect(addRule(after, POST)).to.equal('present');
    });
  }

  it('uses the quotation marks of the file', () => {
    expect(addRule(list('  ["/a", "rest"],'), POST)).to.deep.equal({
      source: list('  ["/a", "rest"],', '  ["/post/:id?", "rest"],'),
    });
    expect(ruleText(POST, '"')).to.equal('["/post/:id?", "rest"]');
  });

  for (const rule of ["['/post/:id?', '/article', 'rest'] as const", "[\n    '/post/:id?',\n    'rest',\n  ]"]) {
    it(`finds the pattern in ${JSON.stringify(rule)}`, () =>
      expect(addRule(list(`  ${rule},`), POST)).to.equal('present'));
  }

  for (const [title, source] of [
    ['no list', ''],
    ['a list that a function builds', 'export default build();\n'],
    ['a list that is not exported', 'const rules = [\n  [1],\n];\n'],
    ['two lists', `${list('  [1],')}module.exports = [\n  [2],\n];\n`],
    ['rules on some lines', list('  [1], [2],')],
    ['a comment on the line of the rules', 'export default [[1] /* one */];\n'],
    ['a hole', 'export default [[1], , [2]];\n'],
    ['a list that does not end', 'export default [\n  [1],\n'],
    ['conflicts of Git', list('<<<<<<< ours', '  [1],', '=======', '>>>>>>> theirs')],
    ['a block comment', list('  /*', '  [1],', '  */')],
    ['a template literal', list('  [`/a`],')],
    ['a last rule that ends in an unknown way', list('  [1] /* one */')],
    ['rules that are not indented alike', list('    [1],', '  [2],')],
  ] as const) {
    it(`does not change a file with ${title}`, () => expect(addRule(source, POST)).to.equal('not found'));
  }
});

describe('addRule where another rule takes every path', () => {
  for (const [existing, isBefore] of [
    ["['/:path*', 'page', 'rest']", true],
    ["['/:path+', '/page', 'rest'] as const", true],
    ["['/:slug', 'page', 'rest']", true],
    ["['/:name([a-z]+)/:id?', 'page', 'rest']", true],
    ['["/:path*", "page", "rest"]', true],
    [String.raw`[/\/.*/, 'page', 'rest']`, true],
    [String.raw`[/\/(\w+)(?:\/(\d+))?/, ':1?id=:2', 'rest']`, true],
    ["[/o/, 'page', 'rest', { match: 'search' }]", false],
    [String.raw`[/\//, 'page', 'rest', { match: 'search' }]`, true],
    ["{ match: '/', rules: [['/:path*', 'page', 'rest']] }", true],
    ["{ rules: [['/tag/:id?', 'rest'], ['/:path*', 'page', 'rest']] }", true],
    ["{ match: '/v1', rules: [['/v1/:path*', 'page', 'rest']] }", false],
    ["['/:path*', 'page']", false],
    ["['/v1/:path*', 'page', 'rest']", false],
    ["['/post/search', 'search', 'rest']", false],
    [String.raw`['/post/:id(\\d+)', 'article', 'rest']`, false],
    [String.raw`[/\/post\/(\d+)/, 'article?id=:1', 'rest']`, false],
    ["['/tag/:id?', 'rest']", false],
    ['[expression, target, "rest"]', false],
    ['...others', false],
  ] as const) {
    it(`comes ${isBefore ? 'before' : 'after'} ${existing}`, () => {
      const mark = existing.includes('"rest"') ? '"' : "'";
      const rules = isBefore ? [ruleText(POST, mark), existing] : [existing, ruleText(POST, mark)];
      expect(addRule(list(`  ${existing},`), POST)).to.deep.equal({
        source: list(...rules.map((rule) => `  ${rule},`)),
      });
    });
  }

  it('comes before the comment of that rule, and after that of the list', () => {
    const comments = ['  // Tried in order.', "  ['/a/:id?', 'rest'],"];
    const last = ['  // Everything else', '  // is a page.', "  ['/:path*', 'page', 'rest'],"];
    expect(addRule(list(...comments, ...last), POST)).to.deep.equal({ source: list(...comments, '  NEW,', ...last) });
    const first = ['  // Tried in order.', "  ['/:path*', 'page', 'rest'],"];
    expect(addRule(list(...first), POST)).to.deep.equal({
      source: list('  // Tried in order.', '  NEW,', "  ['/:path*', 'page', 'rest'],"),
    });
  });
});

describe('addRule with a target', () => {
  const own = "['/issue/:id/archive', 'issue#archive', 'rest']";
  // biome-ignore format: a table
  const ROWS: readonly [existing: string, isBefore: boolean][] = [
    ["['/issue/:id?', 'rest']", true],
    ["['/:controller/:id?/:what?', ':controller', 'rest']", true],
    [String.raw`[/\/(\w+)/, ':1', 'rest']`, true],
    ["['/:lang?/issue/:id/archive', '/issue', 'rest']", true],
    ["['/post/:id?', 'rest']", false],
    ["['/issue/:id/close', 'issue#close', 'rest']", false],
  ];
  for (const [existing, isBefore] of ROWS) {
    it(`comes ${isBefore ? 'before' : 'after'} ${existing}`, () => {
      const source = `export default [\n  ${existing},\n];\n`;
      const rules = isBefore ? [own, existing] : [existing, own];
      expect(addRule(source, { pattern: '/issue/:id/archive', to: 'issue#archive' })).to.deep.equal({
        source: `export default [\n${rules.map((rule) => `  ${rule},\n`).join('')}];\n`,
      });
    });
  }
});

describe('removeRule', () => {
  for (const [title, before, after] of [
    ['the only rule', list('  NEW,'), list()],
    ['a rule between others', list('  [1],', '  NEW,', '  [2],'), list('  [1],', '  [2],')],
    ['the last rule, without comma', list('  [1],', '  NEW'), list('  [1],')],
    ['a rule with other quotation marks', list('  ["/post/:id?", "rest"],'), list()],
    ['a rule over several lines', list('  [', "    '/post/:id?',", "    'rest',", '  ],', '  [1],'), list('  [1],')],
    ['a rule below a comment, which stays', list('  // posts', '  NEW,'), list('  // posts')],
  ] as const) {
    it(`removes ${title}`, () => expect(removeRule(before, POST)).to.deep.equal({ source: after }));
  }

  for (const [title, source, outcome] of [
    ['there is no such rule', list('  [1],'), 'absent'],
    ['the rule is commented out', list('  // NEW,'), 'absent'],
    ['nothing in another file names it', 'export default build();\n', 'absent'],
    ['it has another target', list("  ['/post/:id?', '/article', 'rest'],"), 'other'],
    ['it has a comment', list('  NEW, // posts'), 'other'],
    ['it is there twice', list('  NEW,', '  NEW,'), 'other'],
    ['the file has another shape', `export default make([${RULE}]);\n`, 'other'],
  ] as const) {
    it(`removes nothing when ${title}`, () => expect(removeRule(source, POST)).to.equal(outcome));
  }
});

describe('locateRule', () => {
  const source = list(
    '  // first',
    '  [1],',
    '  {',
    '    rules: [',
    '      [2],',
    '    ],',
    '  },',
    '  ...others,',
    '  [3],',
  );

  it('finds the line and column of a rule', () => {
    expect(locateRule(source, '1')).to.deep.equal({ line: 3, column: 3 });
    expect(locateRule(list('\t[1],', '\t[2],'), '2')).to.deep.equal({ line: 3, column: 2 });
  });

  it('finds a rule in a group, or else the group', () => {
    expect(locateRule(source, '2.1')).to.deep.equal({ line: 6, column: 7 });
    expect(locateRule(source, '2.2')).to.deep.equal({ line: 4, column: 3 });
  });

  it('finds nothing where rules cannot be counted', () => {
    expect(locateRule(source, '4')).to.equal(undefined);
    expect(locateRule(source, '9')).to.equal(undefined);
    expect(locateRule(list('  [1], [2],', '  [3],'), '3')).to.equal(undefined);
    expect(locateRule('export default build();\n', '1')).to.equal(undefined);
  });
});
