import { expect } from 'chai';
import fc from 'fast-check';
import { locateRules } from '../../../../src/inspect/explain/policy/locate-rules.ts';

/** Values of a policy that could mislead who counts brackets. */
const VALUES = [
  "'everyone'",
  "{ status: 'live' }",
  "(user) => ({ author_id: user.id, text: 'a, b } ]' })",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the source of a template.
  '(user) => { return { name: `}${ [user.id, `,`].length }{` }; }',
  'function named(user) { /* } , read: */ return user.a / user.b; }',
  "{ name: { contains: '\\'],' } }",
  '(user) => /[/,}\\]]/.test(user.name) && { id: [1, 2] }',
  '(user: { id: number }) => (user.id ? { a: 1 } : false)',
];
const SPACES = ['', ' ', '\n', '\n\n  ', ' // read: [\n', "/* it's */ ", '\n  /** update: ( */\n  '];

describe('the place of a rule in its file', () => {
  const value = fc.constantFrom(...VALUES);
  const space = fc.constantFrom(...SPACES);
  const condition = fc.oneof(
    value.map((one) => [one]),
    fc.array(value, { minLength: 1, maxLength: 4 }),
  );
  const names = fc.shuffledSubarray(['always', 'read', 'create', 'update', 'delete'], { minLength: 1 });
  const start = fc.constantFrom(
    'export default definePolicy({',
    "export default definePolicy<'post'>({",
    'module.exports = {',
  );
  const comma = fc.boolean();

  it('is found for every element of every condition', () => {
    fc.assert(
      fc.property(
        start,
        names,
        fc.infiniteStream(condition),
        fc.infiniteStream(space),
        comma,
        (head, keys, conditions, spaces, last) => {
          const gap = () => spaces.next().value as string;
          let source = `import { definePolicy } from '@rest-gen/router';\nconst note = 'definePolicy({ read: 1 })';\n${head}`;
          const line = () => source.split('\n').length;
          const expected: [place: string, index: number, line: number, text: string][] = [];
          for (const [at, key] of keys.entries()) {
            source += gap();
            const rules = conditions.next().value as string[];
            const keyLine = line();
            source += `${key}:${gap()}`;
            if (rules.length === 1) {
              source += rules[0];
              expected.push([key, 0, keyLine, rules[0] as string]);
            } else {
              source += '[';
              for (const [index, rule] of rules.entries()) {
                source += gap();
                expected.push([key, index, line(), rule]);
                source += `${rule}${index < rules.length - 1 || last ? ',' : ''}`;
              }
              source += `${gap()}]`;
            }
            source += gap() + (at < keys.length - 1 || last ? ',' : '');
          }
          source += `${gap()}}${head.includes('(') ? ')' : ''};\n`;
          const find = locateRules(source);
          for (const [key, index, foundLine, text] of expected) {
            const found = find([key], index);
            expect(found?.line, `${key} ${index} in ${source}`).to.equal(foundLine);
            if (!text.includes('/*')) expect(found?.text).to.equal(text.replace(/\s+/g, ' '));
          }
        },
      ),
    );
  });

  const ROWS: [title: string, source: string, place: string[], index: number, found: [number, string] | undefined][] = [
    ['a word for all', "\nexport default definePolicy('user');", ['update'], 0, [2, "'user'"]],
    [
      'a field',
      "export default definePolicy({\n fields: {\n  'e mail': { read: 'user' },\n },\n});",
      ['fields', 'e mail', 'read'],
      0,
      [3, "'user'"],
    ],
    [
      'a method',
      'export default definePolicy({\n read(user) { return { id: user.id }; },\n});',
      ['read'],
      0,
      [2, 'read(user) { return { id: user.id }; }'],
    ],
    ['a shorthand', 'export default definePolicy({\n read,\n});', ['read'], 0, [2, 'read']],
    ['a list as const', 'export default definePolicy({ read: [1,\n2] as const });', ['read'], 1, [2, '2']],
    ['a list that a function makes', 'export default definePolicy({ read: [1, 2].map(x) });', ['read'], 1, undefined],
    ['an element after others', 'export default definePolicy({ read: [...some, 2] });', ['read'], 1, undefined],
    ['a member before others', "export default definePolicy({ read: 'user', ...some });", ['read'], 0, undefined],
    ['a member after others', "export default definePolicy({ ...some, read: 'user' });", ['read'], 0, [1, "'user'"]],
    ['a policy from elsewhere', 'export default definePolicy(policy);', ['read'], 0, undefined],
    ['a member that is missing', 'export default definePolicy({});', ['read'], 0, undefined],
    ['an empty file', '', ['read'], 0, undefined],
    ['a file that ends early', 'export default definePolicy({ read: [`${', ['update'], 0, undefined],
    [
      'CommonJS',
      "const { definePolicy } = require('x');\nmodule.exports = definePolicy({\n  read: 'user' });",
      ['read'],
      0,
      [3, "'user'"],
    ],
  ];
  for (const [title, source, place, index, found] of ROWS) {
    it(`${found ? 'is found' : 'is not found'} for ${title}`, () => {
      const at = locateRules(source)(place, index);
      expect(at && [at.line, at.text]).to.deep.equal(found);
    });
  }
});
