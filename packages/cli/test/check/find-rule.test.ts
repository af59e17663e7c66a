import { expect } from 'chai';
import { readRules } from '../../src/check/find-rule.ts';

/** A source, the number of a rule, and what stands at its place. */
const ROWS: readonly [string, string, string, string | undefined][] = [
  ['a rule', "export default [['/a', 'rest'], ['/b', 'rest']];", '2', "['/b'"],
  ['a rule in defineRules', "export default defineRules([['/a', 'rest'], ['/b', 'rest']]);", '1', "['/a'"],
  ['a rule behind a name', "const rules = [['/a', 'rest']];\nexport default rules;", '1', "['/a'"],
  ['a rule of CommonJS', "module.exports = [['/a', 'rest']];", '1', "['/a'"],
  ['a rule behind a hole', "export default [, ['/b', 'rest']];", '2', "['/b'"],
  ['a rule in a group', "export default [{ match: '/v1', rules: [['/a', 'rest'], ['/b', 'rest']] }];", '1.2', "['/b'"],
  [
    'a rule in groups',
    "export default [{ 'rules': [{ rules: [['/b', 'rest']], match: /b/ }], match: /a/ }];",
    '1.1.1',
    "['/b'",
  ],
  ['a group', "export default [{ match: '/v1', rules: [] }];", '1', "{ match: '/v1'"],
  [
    'the group of a rule that is not shown',
    "export default [{ match: '/v1', rules: others }];",
    '1.2',
    "{ match: '/v1'",
  ],
  ['a rule by its name', 'export default [rule, other];', '2', 'other'],
  ['nothing behind what is spread', "export default [...others, ['/b', 'rest']];", '2', undefined],
  ['a rule in front of what is spread', "export default [['/a', 'rest'], ...others];", '1', "['/a'"],
  ['nothing of a list that is made', "export default names.map((name) => [name, 'rest']);", '1', undefined],
  ['nothing of a file that does not close', "export default [['/a', 'rest'];", '1', undefined],
  ['nothing behind the list', "export default [['/a', 'rest']];", '2', undefined],
];

describe('readRules', () => {
  for (const [what, source, number, expected] of ROWS) {
    it(`finds ${what}`, () => {
      const offset = readRules(source, 'router.js')(number);
      if (expected === undefined) expect(offset).to.equal(undefined);
      else expect(source.slice(offset, (offset as number) + expected.length)).to.equal(expected);
    });
  }
});
