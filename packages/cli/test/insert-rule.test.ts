import { expect } from 'chai';
import { findList } from '../src/find-list.ts';
import { insertRule } from '../src/insert-rule.ts';

const CASES: [title: string, before: string, after: string][] = [
  ['an empty list', 'export default [];\n', 'export default [NEW];\n'],
  ['an empty list over lines', 'export default [\n];\n', 'export default [NEW];\n'],
  ['a list of comments', 'export default [\n  // none yet\n];\n', 'export default [\n  // none yet\n  NEW,\n];\n'],
  [
    'a comment on the line of the list',
    'export default [ /* none */ ];\n',
    'export default [ /* none */\n  NEW,\n];\n',
  ],
  ['a trailing comma', 'export default [\n  [1],\n  [2],\n];\n', 'export default [\n  [1],\n  [2],\n  NEW,\n];\n'],
  ['no trailing comma', 'export default [\n  [1],\n  [2]\n];\n', 'export default [\n  [1],\n  [2],\n  NEW\n];\n'],
  [
    'a comment behind the comma',
    'export default [\n  [1], // one\n];\n',
    'export default [\n  [1], // one\n  NEW,\n];\n',
  ],
  ['a comment without comma', 'export default [\n  [1] // one\n];\n', 'export default [\n  [1], // one\n  NEW\n];\n'],
  [
    'a comment before the comma',
    'export default [\n  [1] /* one */,\n];\n',
    'export default [\n  [1] /* one */,\n  NEW,\n];\n',
  ],
  [
    'a comma on a line of its own',
    'export default [\n  [1] // one, really\n  ,\n];\n',
    'export default [\n  [1] // one, really\n  ,\n  NEW,\n];\n',
  ],
  [
    'comments below the last rule',
    'export default [\n  [1],\n  // [2],\n  // the end, really\n];\n',
    'export default [\n  [1],\n  NEW,\n  // [2],\n  // the end, really\n];\n',
  ],
  ['tabs', 'export default [\n\t[1],\n];\n', 'export default [\n\t[1],\n\tNEW,\n];\n'],
  ['four spaces', 'export default [\n    [1],\n];\n', 'export default [\n    [1],\n    NEW,\n];\n'],
  ['carriage returns', 'export default [\r\n  [1],\r\n];\r\n', 'export default [\r\n  [1],\r\n  NEW,\r\n];\r\n'],
  [
    'carriage returns, no comma',
    'export default [\r\n  [1]\r\n];\r\n',
    'export default [\r\n  [1],\r\n  NEW\r\n];\r\n',
  ],
  ['a call', 'export default defineRules([\n  [1],\n]);\n', 'export default defineRules([\n  [1],\n  NEW,\n]);\n'],
  ['a bracket behind the last rule', 'export default [[1],\n  [2]];\n', 'export default [[1],\n  [2],\n  NEW];\n'],
  ['one rule on the line', 'export default [[1]];\n', 'export default [\n  [1],\n  NEW,\n];\n'],
  ['one rule with its comma', 'export default [[1],];\n', 'export default [\n  [1],\n  NEW,\n];\n'],
  ['one rule with a comment', 'export default [[1], /* one */];\n', 'export default [\n  [1], /* one */\n  NEW,\n];\n'],
  [
    'one rule, indented by tabs',
    'if (1) {\n\t0;\n}\nexport default [[1]];\n',
    'if (1) {\n\t0;\n}\nexport default [\n\t[1],\n\tNEW,\n];\n',
  ],
  ['one rule with carriage returns', 'export default [[1]];\r\n', 'export default [\r\n  [1],\r\n  NEW,\r\n];\r\n'],
  ['several rules on the line', 'export default [[1], [2]];\n', 'export default [[1], [2], NEW];\n'],
  ['several rules with a comma', 'export default [[1], [2],];\n', 'export default [[1], [2], NEW,];\n'],
  ['a spread on the line', 'export default [...rules];\n', 'export default [...rules, NEW];\n'],
  [
    'a group at the end',
    'export default [\n  {\n    match: 1,\n    rules: [\n      [1],\n    ],\n  },\n];\n',
    'export default [\n  {\n    match: 1,\n    rules: [\n      [1],\n    ],\n  },\n  NEW,\n];\n',
  ],
  ['no line feed at the end', 'export default [\n  [1],\n]', 'export default [\n  [1],\n  NEW,\n]'],
  [
    'an indented list',
    'export default defineRules(\n  [\n    [1],\n  ],\n);\n',
    'export default defineRules(\n  [\n    [1],\n    NEW,\n  ],\n);\n',
  ],
  [
    'a regular expression with brackets',
    'export default [\n  [/[\\],]/, 1],\n];\n',
    'export default [\n  [/[\\],]/, 1],\n  NEW,\n];\n',
  ],
];

describe('insertRule', () => {
  for (const [title, before, after] of CASES) {
    it(`keeps the layout of ${title}`, () => {
      const list = findList(before, 'router.js');
      expect(insertRule(before, list as NonNullable<typeof list>, 'NEW')).to.equal(after);
    });
  }
});
