import { expect } from 'chai';
import { removeRule } from '../src/remove-rule.ts';
import { addRule } from '../src/route.ts';

const X = "['/post/:id?', 'rest']";

const CASES: [title: string, before: string, after: string][] = [
  ['the only one', `export default [${X}];\n`, 'export default [];\n'],
  ['the only one, with its comma', `export default [${X},];\n`, 'export default [];\n'],
  ['the only one on its line', `export default [\n  ${X},\n];\n`, 'export default [\n];\n'],
  ['one between others', `export default [\n  [1],\n  ${X},\n  [2],\n];\n`, 'export default [\n  [1],\n  [2],\n];\n'],
  ['the last one without comma', `export default [\n  [1],\n  ${X}\n];\n`, 'export default [\n  [1]\n];\n'],
  ['the first on the line', `export default [${X}, [1]];\n`, 'export default [[1]];\n'],
  ['one in the line', `export default [[1], ${X}, [2]];\n`, 'export default [[1], [2]];\n'],
  ['the last on the line', `export default [[1], ${X}];\n`, 'export default [[1]];\n'],
  ['the last on the line, with a comma', `export default [[1], ${X},];\n`, 'export default [[1],];\n'],
  ['a comment above', `export default [\n  // posts\n  ${X},\n];\n`, 'export default [\n  // posts\n];\n'],
  [
    'a comment behind',
    `export default [\n  ${X}, // posts\n  [1],\n];\n`,
    'export default [\n  // posts\n  [1],\n];\n',
  ],
  [
    'a comment before the comma',
    `export default [\n  ${X} /* posts */,\n  [1],\n];\n`,
    'export default [\n  /* posts */\n  [1],\n];\n',
  ],
  [
    'a comment before the last one',
    `export default [\n  [1], // one\n  ${X}\n];\n`,
    'export default [\n  [1] // one\n];\n',
  ],
  ['a bracket behind', `export default [[1],\n  ${X}];\n`, 'export default [[1]];\n'],
  ['other quotation marks', 'export default [\n  ["/post/:id?", "rest"],\n];\n', 'export default [\n];\n'],
  [
    'over several lines',
    "export default [\n  [\n    '/post/:id?',\n    'rest',\n  ],\n  [1],\n];\n",
    'export default [\n  [1],\n];\n',
  ],
  ['carriage returns', `export default [\r\n  [1],\r\n  ${X},\r\n];\r\n`, 'export default [\r\n  [1],\r\n];\r\n'],
  ['a call', `export default defineRules([\n\t${X},\n]);\n`, 'export default defineRules([\n]);\n'],
];

describe('removeRule', () => {
  for (const [title, before, after] of CASES) {
    it(`removes ${title}`, () => {
      expect(removeRule(before, 'router.js', '/post/:id?')).to.deep.equal({ source: after });
    });
  }

  for (const [title, source] of [
    ['an empty list', 'export default [\n];\n'],
    ['comments', 'export default [\n  // none\n];\n'],
    ['lines with commas', 'export default [\n  [1],\n  // two\n  [2],\n];\n'],
    ['lines, the last without a comma', 'export default [\n\t[1],\n\t[2] // two\n];\n'],
    ['several on a line', 'export default [[1], [2]];\n'],
    ['carriage returns', 'module.exports = [\r\n  [1],\r\n];\r\n'],
  ] as const) {
    it(`takes back what was added to ${title}`, () => {
      const added = addRule(source, 'router.js', '/post/:id?') as { source: string };
      const removed = removeRule(added.source, 'router.js', '/post/:id?') as { source: string };
      expect(removed.source.replace('[\n]', '[]')).to.equal(source.replace('[\n]', '[]'));
    });
  }

  for (const [title, source, outcome] of [
    ['there is no such rule', 'export default [[1]];', 'absent'],
    ['its pattern stands in a comment', `export default [\n  // ${X},\n];`, 'absent'],
    ['it has another target', "export default [['/post/:id?', '/article', 'rest']];", 'other'],
    ['it has options', "export default [['/post/:id?', 'rest', { match: 'search' }]];", 'other'],
    ['it is there twice', `export default [${X}, ${X}];`, 'other'],
    ['a comment is in it', "export default [['/post/:id?', /* yes */ 'rest']];", 'other'],
    ['the list is made by a function', `export default make([${X}]);`, 'other'],
  ] as const) {
    it(`removes nothing where ${title}`, () => {
      expect(removeRule(source, 'router.js', '/post/:id?')).to.equal(outcome);
    });
  }
});
