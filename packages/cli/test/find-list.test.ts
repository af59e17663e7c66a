import { expect } from 'chai';
import { findList } from '../src/find-list.ts';

const FOUND: [title: string, file: string, source: string][] = [
  ['export default', 'router.js', 'export default [[1], [2]];'],
  ['module.exports', 'router.js', 'module.exports = [[1], [2]];'],
  ['module.exports in a script with use strict', 'router.cjs', "'use strict';\nmodule.exports = [[1], [2]];"],
  ['exports.default', 'router.js', 'exports.default = [[1], [2]];'],
  ['module.exports.default', 'router.js', 'module.exports.default = [[1], [2]];'],
  ['export =', 'router.ts', 'export = [[1], [2]];'],
  [
    'defineRules',
    'router.ts',
    "import { defineRules } from '@rest-gen/router';\nexport default defineRules([[1], [2]]);",
  ],
  ['defineRules of a namespace', 'router.js', 'module.exports = router.defineRules([[1], [2]]);'],
  ['Object.freeze', 'router.js', 'module.exports = Object.freeze([[1], [2]]);'],
  ['as const', 'router.ts', 'export default [[1], [2]] as const;'],
  ['satisfies', 'router.mts', 'export default [[1], [2]] satisfies Rules;'],
  ['as const satisfies', 'router.ts', 'export default [[1], [2]] as const satisfies Rules;'],
  ['a type assertion and non-null', 'router.ts', 'export default (<Rules>[[1], [2]])!;'],
  ['parentheses', 'router.js', 'export default ([[1], [2]]);'],
  ['a name', 'router.js', 'const rules = [[1], [2]];\nexport default rules;'],
  ['a typed name', 'router.ts', 'const rules: Rules = [[1], [2]];\nexport default defineRules(rules);'],
  ['a name of a name', 'router.js', 'const a = [[1], [2]], b = a;\nmodule.exports = b;'],
  ['an exported name', 'router.js', 'export const rules = [[1], [2]];\nexport default rules;'],
  ['export { x as default }', 'router.js', 'const rules = [[1], [2]];\nexport { rules as default };'],
  ["export { x as 'default' }", 'router.js', "const rules = [[1], [2]];\nexport { rules as 'default' };"],
  ['a byte order mark', 'router.js', '\ufeffexport default [[1], [2]];'],
  ['a call with a type', 'router.ts', 'export default defineRules<Rule<string>>([[1], [2]]);'],
  ['a comma behind the only argument', 'router.js', 'export default defineRules([[1], [2]],);'],
  ['a type over lines', 'router.ts', 'export default [[1], [2]] as\n  | A<B>\n  | C;\nexport const x = 1;'],
  ['a typed name over lines', 'router.ts', 'const rules: Map<A, B> | { a: 1 }[] = [[1], [2]]\nexport default rules'],
  ['a call on the line before', 'router.js', 'a()\nmodule.exports = [[1], [2]]'],
  ['no semicolons', 'router.js', 'const a = 1\nexport default [[1], [2]]\nexport const b = 2'],
  [
    'strings, templates and expressions with brackets',
    'router.js',
    `f("[", \`]\${[1]}[\`, /[[]/);\nexport default [[1], [2]];`,
  ],
  ['an export in brackets', 'router.js', 'if (x) { module.exports = []; }\nmodule.exports = [[1], [2]];'],
  ['a hashbang', 'router.js', '#!/usr/bin/env node\nexport default [[1], [2]];'],
];

const NOT_FOUND: [title: string, file: string, source: string][] = [
  ['an empty file', 'router.js', ''],
  ['a syntax error', 'router.js', 'export default [[1], ['],
  ['types in a JavaScript file', 'router.js', 'export default [[1]] as const;'],
  ['a function', 'router.js', 'export default function () { return []; }'],
  ['an unknown call', 'router.js', 'export default build([[1]]);'],
  ['more than one argument', 'router.js', 'export default defineRules([[1]], 2);'],
  ['no argument', 'router.js', 'export default defineRules();'],
  ['an object', 'router.js', 'export default { rules: [[1]] };'],
  ['an import', 'router.js', "import rules from './rules.js';\nexport default rules;"],
  ['a declaration without value', 'router.js', 'let rules;\nexport default rules;'],
  ['two assignments', 'router.js', 'module.exports = [];\nmodule.exports = [];'],
  ['a computed export', 'router.js', "module['exports'] = [];"],
  ['named exports only', 'router.js', 'export const rules = [];\nexport { rules as other };'],
  ['a re-export', 'router.js', "export { default } from './rules.js';"],
  ['a namespace export', 'router.js', "export * as rules from './rules.js';"],
  ['names in a circle', 'router.js', 'var a = b, b = a;\nexport default a;'],
  ['a method of the list', 'router.js', 'export default [[1]].concat(more);'],
  ['a method on the next line', 'router.js', 'export default [[1]]\n  .concat(more);'],
  ['an element of the list', 'router.js', 'export default [[1]]\n[0];'],
  ['an operator', 'router.js', 'export default [[1]] || more;'],
  ['a condition', 'router.js', 'export default x ? [[1]] : [];'],
  ['an assertion and an operator', 'router.ts', 'export default [[1]] as Rules || more;'],
  ['export = in JavaScript', 'router.js', 'export = [[1]];'],
  ['a part of an assignment', 'router.js', 'const all = module.exports = [[1]];'],
  ['brackets that cross', 'router.js', 'export default ([[1]);]'],
  ['a template that is open', 'router.js', 'export default [[1]];\n`${x'],
  ['a comment that is open', 'router.js', 'export default [[1]]; /*'],
  ['what is no token', 'router.js', 'export default [[1]]; \\'],
  ['an assignment under a condition', 'router.js', 'if (x)\nmodule.exports = [[1]];'],
  ['an assignment in one of two cases', 'router.js', 'if (x) a();\nelse\nmodule.exports = [[1]];'],
  ['an assignment in a loop', 'router.js', 'for (;;)\nmodule.exports = [[1]];'],
  [
    'a merge that is not finished',
    'router.js',
    'export default [\n<<<<<<< HEAD\n  [1],\n=======\n  [2],\n>>>>>>> other\n];',
  ],
  ['another assignment', 'router.js', 'const rules = {};\nrules.list = [];'],
];

describe('findList', () => {
  for (const [title, file, source] of FOUND) {
    it(`finds the list behind ${title}`, () => {
      const list = findList(source, file);
      expect(list).to.not.equal(undefined);
      expect(source.slice(list?.start, list?.end)).to.equal('[[1], [2]]');
    });
  }

  for (const [title, file, source] of NOT_FOUND) {
    it(`finds none in ${title}`, () => expect(findList(source, file)).to.equal(undefined));
  }
});
