import { expect } from 'chai';
import fc from 'fast-check';
import { findList } from '../src/find-list.ts';
import { readName } from '../src/name.ts';
import { addRule, routePattern, ruleText } from '../src/route.ts';

const POST = '/post/:id?';

async function add(source: string, file = 'router.ts'): Promise<unknown> {
  const added = await addRule(source, file, POST);
  return typeof added === 'string' ? added : added.source;
}

describe('routePattern and ruleText', () => {
  it('write the short form', () => {
    expect(ruleText(routePattern(readName('post')))).to.equal("['/post/:id?', 'rest']");
    expect(ruleText(routePattern(readName('v1/blog-post')), '"')).to.equal('["/v1/blog-post/:id?", "rest"]');
  });
});

describe('addRule', () => {
  it('adds the rule', async () => {
    expect(await add("export default [\n  ['/tag/:id?', 'rest'],\n];\n")).to.equal(
      "export default [\n  ['/tag/:id?', 'rest'],\n  ['/post/:id?', 'rest'],\n];\n",
    );
  });

  it('takes the quotation marks of the list', async () => {
    expect(await add('import x from \'x\';\nexport default [["/a", "rest"], ["/b", "rest"]];\n')).to.contain(
      '["/post/:id?", "rest"]',
    );
  });

  it('takes the quotation marks of the file when the list is empty', async () => {
    expect(await add('import { defineRules } from "@rest-gen/router";\nexport default defineRules([]);\n')).to.contain(
      '["/post',
    );
    expect(await add('export default [];\n')).to.contain("['/post");
  });

  for (const rule of [
    "['/post/:id?', 'rest']",
    '["/post/:id?", "rest"]',
    '[`/post/:id?`, "rest"]',
    "['/post/:id?', '/article', 'rest'] as const",
  ]) {
    it(`finds ${rule} there already`, async () => {
      expect(await add(`export default [\n  [/x/, 'y', 'rest'],\n  ${rule},\n  ...more,\n];\n`)).to.equal('present');
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
    it(`does not take ${rule} for it`, async () => {
      expect(await add(`export default [\n  ${rule},\n];\n`)).to.contain('/post/:id?');
    });
  }

  for (const source of [
    '',
    'export default build();\n',
    'export default [[1],,];\n',
    'export default [\n  ([1])\n];\n',
    'export default [\n  [1] /* a\n  b */\n];\n',
  ]) {
    it(`leaves ${JSON.stringify(source)} alone`, async () => expect(await add(source)).to.equal('not found'));
  }

  it('adds exactly one rule to any layout, twice changes nothing, and nothing else is lost', async () => {
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
    await fc.assert(
      fc.asyncProperty(layout, async ({ rules, comma, end }) => {
        const inside = rules.map((parts) => parts.join('')).join(',') + (comma && rules.length > 0 ? ',' : '') + end;
        const source = `export default [${inside}];\n`;
        const added = await addRule(source, 'router.js', POST);
        if (typeof added === 'string') throw new Error(`not added: ${source}`);
        const list = await findList(added.source, 'router.js');
        expect(list?.elements).to.have.length(rules.length + 1);
        expect(await addRule(added.source, 'router.js', POST)).to.equal('present');
        const rest = added.source.replace(/\[(['"])\/post\/:id\?\1, (['"])rest\2\]/, '');
        const squeeze = (text: string) => text.replace(/[\s,]/g, '');
        expect(squeeze(rest)).to.equal(squeeze(source));
      }),
      { numRuns: 300 },
    );
  });
});
