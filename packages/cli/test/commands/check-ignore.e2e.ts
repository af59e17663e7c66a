import { expect } from 'chai';
import { cli, makeProject, put, read, removeDirectories } from '../fixture.ts';

after(removeDirectories);

const env = { ...process.env, DATABASE_URL: '' } as Record<string, string>;
const COLUMN = '  word: { string: true },\n';
const REASON = '// rest-gen-ignore C_LOGIC_COLUMN: a trigger takes it';

describe('rest-gen check with comments', function () {
  this.timeout(60_000);
  let root: string;
  let logic: string;
  let controller: string;
  before(async () => {
    root = makeProject('js-esm', { model: true });
    await cli(root, 'controller post title:string! -r --policy');
    logic = read(root, 'src/logic/post.js');
    controller = read(root, 'src/controller/post.js');
  });

  /** The findings, and how many are suppressed, where the field is written like this. */
  async function check(field: string, others: { controller?: string; words?: string } = {}): Promise<unknown[]> {
    put(root, 'src/logic/post.js', logic.replace('const fields = {\n', `const fields = {\n${field}`));
    put(root, 'src/controller/post.js', (others.controller ?? '') + controller);
    const { out } = await cli(root, `check --json ${others.words ?? '--store'}`, { env });
    const { counts, findings } = JSON.parse(out);
    const lines = findings.map(
      ({ code, file, line }: Record<string, string>) => `${code} ${file?.replace('src/', '')}:${line}`,
    );
    return [...lines, counts.ignored];
  }

  const ROWS: [what: string, field: string, found: unknown[]][] = [
    ['reports what no comment suppresses', COLUMN, ['C_LOGIC_COLUMN logic/post.js:4', 0]],
    ['suppresses the line below', `  ${REASON}\n${COLUMN}`, [1]],
    ['suppresses the same line', COLUMN.replace('\n', ` ${REASON}\n`), [1]],
    [
      'suppresses the line below several comments',
      `  ${REASON}\n  // rest-gen-ignore C_LOGIC_TYPE: it is text\n${COLUMN}`,
      ['C_IGNORE_UNUSED logic/post.js:5', 1],
    ],
    ['asks for a reason', `  // rest-gen-ignore C_LOGIC_COLUMN\n${COLUMN}`, ['C_IGNORE_REASON logic/post.js:4', 1]],
    [
      'asks for a reason after a colon, too',
      `  // rest-gen-ignore C_LOGIC_COLUMN: \n${COLUMN}`,
      ['C_IGNORE_REASON logic/post.js:4', 1],
    ],
    [
      'reports a comment that suppresses nothing',
      `  ${REASON}\n  other: { string: true },\n${COLUMN}`,
      ['C_LOGIC_COLUMN logic/post.js:6', 1],
    ],
    [
      'does not reach further than the next line',
      `  ${REASON}\n\n${COLUMN}`,
      ['C_IGNORE_UNUSED logic/post.js:4', 'C_LOGIC_COLUMN logic/post.js:6', 0],
    ],
    [
      'needs the code of the finding',
      `  // rest-gen-ignore C_LOGIC_COLUM: why\n${COLUMN}`,
      ['C_IGNORE_UNUSED logic/post.js:4', 'C_LOGIC_COLUMN logic/post.js:5', 0],
    ],
    [
      'takes no comment out of a text',
      `  word: { string: true, default: '${REASON}' },\n`,
      ['C_LOGIC_COLUMN logic/post.js:4', 0],
    ],
  ];
  for (const [what, field, found] of ROWS) {
    it(what, async () => {
      expect((await check(field)).sort()).to.deep.equal([...found].sort());
    });
  }

  it('suppresses a finding without a line anywhere in its file', async () => {
    const files = {
      'src/config/router.js': "export default [['/user/:id?', 'rest']];\n",
      'src/controller/user.js':
        "import { Controller } from '@rest-gen/router';\n// rest-gen-ignore C_LOGIC_MISSING: the action checks it\nexport default class extends Controller { getAction() {} postAction() {} }\n",
    };
    const { out, code } = await cli(makeProject('js-esm', { files }), 'check --strict', { env });
    expect(code, out).to.equal(0);
    expect(out).to.equal('Nothing found in 1 rule, 1 controller, 0 logics; 1 ignored\n');
  });

  it('suppresses a rule, and reports a comment of a rule that is right', async () => {
    const rule = (comment: string, path: string) =>
      `  // rest-gen-ignore C_RULE_SHADOWED: ${comment}\n  ['${path}', 'rest'],\n`;
    const files = {
      'src/config/router.js': `export default [\n${rule('first', '/user/:id?')}${rule('kept', '/user/:id')}];\n`,
      'src/controller/user.js':
        "import { Controller } from '@rest-gen/router';\nexport default class extends Controller { getAction() {} }\n",
    };
    const { out, code } = await cli(makeProject('js-esm', { files }), 'check --strict', { env });
    expect(code).to.equal(1);
    expect(out).to.match(/^warning {2}src\/config\/router\.js:2:3 {2}C_IGNORE_UNUSED\n/);
    expect(out).to.match(/\n1 warning in 2 rules, 1 controller, 0 logics; 1 ignored\n$/);
  });

  it('does not suppress errors', async () => {
    const errors = { controller: '// rest-gen-ignore E_LOAD: why\nthrow new Error("no");\n', words: '' };
    expect(await check('', errors))
      .to.include('E_LOAD controller/post.js:undefined')
      .and.include(0);
  });

  it('says nothing of comments about tables that were not read', async () => {
    expect(await check(`  ${REASON}\n`, { words: '' })).to.deep.equal([0]);
    expect(await check(`  ${REASON}\n`)).to.deep.equal(['C_IGNORE_UNUSED logic/post.js:4', 0]);
  });
});
