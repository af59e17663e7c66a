import { expect } from 'chai';
import fc from 'fast-check';
import { findList } from '../src/find-list.ts';
import { readName } from '../src/name.ts';
import { addRule, routePattern, ruleText } from '../src/route.ts';

const POST = '/post/:id?';

function add(source: string, file = 'router.ts'): string {
  const added = addRule(source, file, POST);
  return typeof added === 'string' ? added : added.source;
}

describe('routePattern and ruleText', () => {
  it('write the short form', () => {
    expect(ruleText(routePattern(readName('post')))).to.equal("['/post/:id?', 'rest']");
    expect(ruleText(routePattern(readName('v1/blog-post')), '"')).to.equal('["/v1/blog-post/:id?", "rest"]');
  });
});

describe('addRule', () => {
  it('adds the rule', () => {
    expect(add("export default [\n  ['/tag/:id?', 'rest'],\n];\n")).to.equal(
      "export default [\n  ['/tag/:id?', 'rest'],\n  ['/post/:id?', 'rest'],\n];\n",
    );
  });

  it('takes the quotation marks of the list', () => {
    expect(add('import x from \'x\';\nexport default [["/a", "rest"], ["/b", "rest"]];\n')).to.contain(
      '["/post/:id?", "rest"]',
    );
  });

  it('takes the quotation marks of the file when the list is empty', () => {
    expect(add('import { defineRules } from "@rest-gen/router";\nexport default defineRules([]);\n')).to.contain(
      '["/post',
    );
    expect(add('export default [];\n')).to.contain("['/post");
  });

  it('adds it behind a rule in parentheses', () => {
    expect(add('export default [\n  ([1])\n];\n')).to.equal(
      "export default [\n  ([1]),\n  ['/post/:id?', 'rest']\n];\n",
    );
  });

  for (const rule of [
    "['/post/:id?', 'rest']",
    '["/post/:id?", "rest"]',
    '[`/post/:id?`, "rest"]',
    "['/post/:id?', '/article', 'rest'] as const",
  ]) {
    it(`finds ${rule} there already`, () => {
      expect(add(`export default [\n  [/x/, 'y', 'rest'],\n  ${rule},\n  ...more,\n];\n`)).to.equal('present');
    });
  }

  for (const rule of [
    "['/posts/:id?', 'rest']",
    "[/post/, 'post', 'rest']",
    ['[`/$', '{post}/:id?`, "rest"]'].join(''),
    "[pattern, 'rest']",
    '[]',
    '{ match: 1, rules: [] }',
    'rule',
  ]) {
    it(`does not take ${rule} for it`, () => {
      expect(add(`export default [\n  ${rule},\n];\n`)).to.contain('/post/:id?');
    });
  }

  for (const source of [
    '',
    'export default build();\n',
    'export default [[1],,];\n',
    'export default [\n  [1] /* a\n  b */\n];\n',
  ]) {
    it(`leaves ${JSON.stringify(source)} alone`, () => expect(add(source)).to.equal('not found'));
  }

  it('adds exactly one rule to any layout, twice changes nothing, and nothing else is lost', () => {
    const gap = fc.constantFrom('', ' ', '\n', '\n  ', ' // x\n', ' /* , ] */ ', '\r\n\t');
    const rule = fc.constantFrom(
      "['/a', 'rest']",
      '["/b", "rest"]',
      '[/[,\\]]/, "c?id=:1", "rest"]',
      '...more',
      '{ match: /x/, rules: [] }',
    );
    const layout = fc.record({
      rules: fc.array(fc.tuple(gap, rule, gap), { maxLength: 4 }),
      comma: fc.boolean(),
      end: gap,
    });
    fc.assert(
      fc.property(layout, ({ rules, comma, end }) => {
        const inside = rules.map((parts) => parts.join('')).join(',') + (comma && rules.length > 0 ? ',' : '') + end;
        const source = `export default [${inside}];\n`;
        const added = addRule(source, 'router.js', POST);
        if (typeof added === 'string') throw new Error(`not added: ${source}`);
        const list = findList(added.source, 'router.js');
        expect(list?.elements).to.have.length(rules.length + 1);
        expect(addRule(added.source, 'router.js', POST)).to.equal('present');
        const rest = added.source.replace(/\[(['"])\/post\/:id\?\1, (['"])rest\2\]/, '');
        const squeeze = (text: string) => text.replace(/[\s,]/g, '');
        expect(squeeze(rest)).to.equal(squeeze(source));
      }),
      { numRuns: 300 },
    );
  });
});
