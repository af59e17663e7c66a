import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHECK_CODES } from '@rest-gen/inspect';
import { expect } from 'chai';
import { cli, makeProject, put, read, removeDirectories, tree, WORKSPACE } from '../fixture.ts';
import { makeRight, makeWrong } from './project.ts';

after(removeDirectories);

interface Result {
  root: string;
  counts: Record<string, number>;
  findings: { code: string; level: string; file: string; line?: number; column?: number; rule?: { number: string } }[];
  notes: string[];
}

const EXPECTED = [
  'E_LOGIC_ACTION error src/logic/post.js:1:34',
  'E_RULE_SLOT error src/config/router.js:12:7 rule 4.2',
  'E_RULE_CONTROLLER error src/config/router.js:7:3 rule 3',
  'E_RULE_CONTROLLER error src/config/router.js:11:7 rule 4.1',
  'C_RULE_SHADOWED warning src/config/router.js:6:3 rule 2',
  'C_LOGIC_MISSING warning src/controller/me.js',
  'C_ACTION_FIELD warning src/controller/post.js:3:3',
  'C_LOGIC_MISSING warning src/controller/user.js',
  'C_LOGIC_UNUSED warning src/logic/gone.js',
];
const SHADOWED = "export default [\n  ['/user/:id?', 'rest'],\n  ['/user/:id', '/user', 'rest'],\n];\n";

const env = { ...process.env, DATABASE_URL: '' } as Record<string, string>;

describe('rest-gen check', function () {
  this.timeout(60_000);
  let wrong: string;
  let right: string;
  before(() => {
    wrong = makeWrong();
    right = makeRight();
  });

  it('reports all findings with their places, and changes nothing', async () => {
    const before = tree(wrong);
    const { code, out, err } = await cli(wrong, 'check --json');
    const { root, counts, findings, notes } = JSON.parse(out) as Result;
    expect({ code, err, root, notes }).to.eql({ code: 1, err: '', root: wrong, notes: [] });
    expect(counts).to.eql({ rules: 5, controllers: 3, logics: 2, errors: 4, warnings: 5, notes: 0, ignored: 0 });
    expect(findings.map(lineOf)).to.eql(EXPECTED);
    expect(tree(wrong)).to.eql(before);
  });

  it('reports an unknown rule of a field, as every command does', async () => {
    const misspelt = makeRight(undefined, {
      'src/logic/user.js': 'export default { postAction: { body: { name: { lenght: 3 } } } };\n',
    });
    const { findings } = JSON.parse((await cli(misspelt, 'check --json')).out) as Result;
    expect(findings.map(lineOf)).to.eql(['E_LOGIC_RULE error src/logic/user.js:1:18']);
    const { code, err } = await cli(misspelt, 'routes');
    expect(code).to.equal(1);
    expect(err)
      .to.match(/^error src\/logic\/user\.js\n/)
      .and.not.include('undefined');
  });

  it('exits with 0 without findings, also with --strict', async () => {
    const { code, out, err } = await cli(right, 'check --strict');
    expect({ code, err }).to.eql({ code: 0, err: '' });
    expect(out).to.equal('Nothing found in 1 rule, 1 controller, 1 logic\n');
  });

  it('exits with 1 on warnings with --strict only', async () => {
    const shadowed = makeRight(SHADOWED);
    expect((await cli(shadowed, 'check')).code).to.equal(0);
    const { code, out } = await cli(shadowed, 'check --strict');
    expect(code).to.equal(1);
    expect(out).to.include("goes to rule 1 ['/user/:id?', 'rest']");
  });

  it('compares logics with the tables, which --store needs', async () => {
    const root = makeProject('js-esm', { model: true });
    await cli(root, 'controller post title:string! views:integer -r');
    expect(await cli(root, 'check --store --strict', { env })).to.include({ code: 0 });
    put(root, 'src/logic/post.js', read(root, 'src/logic/post.js').replace('int: true', 'string: true'));
    const ran = await cli(root, 'check --store', { env });
    expect(ran).to.include({ code: 0 });
    expect(ran.out).to.match(/^warning {2}src\/logic\/post\.js:\d+:\d+ {2}C_LOGIC_TYPE\n/);
    const unreachable = { ...env, DATABASE_URL: 'postgres://127.0.0.1:1/app' };
    expect(await cli(root, 'check', { env: unreachable })).to.include({ code: 0 });
    const refused = await cli(root, 'check --store', { env: unreachable });
    expect(refused).to.include({ code: 1 });
    expect(refused.out).to.match(/^error {4}src\/config\/router\.js {2}C_COLUMNS_UNKNOWN\n/);
  });

  it('prints the output of the project to stderr, and continues after a file that throws', async () => {
    put(right, 'src/controller/broken.js', "console.log('here I am'); throw new Error('no');");
    const { code, out, err } = await cli(right, 'check --json');
    expect(code).to.equal(1);
    expect((JSON.parse(out) as Result).findings.map(lineOf)).to.eql(['E_LOAD error src/controller/broken.js']);
    expect(err).to.include('here I am');
  });
});

describe('docs/cli-inspect.md on rest-gen check', () => {
  const page = readFileSync(join(WORKSPACE, 'docs/cli-inspect.md'), 'utf8');
  const section = page.split(/^## /m).find((part) => part.startsWith('`rest-gen check`')) ?? '';

  it('lists the codes with their meanings', () => {
    const rows = [...section.matchAll(/^\| `(C_\w+)` \| (\w+)[^|]* \| (.+?) \|/gm)];
    expect(Object.fromEntries(rows.map(([, code, , meaning]) => [code, meaning]))).to.eql(CHECK_CODES);
    for (const [, code, level] of rows) expect(level, code).to.be.oneOf(['warning', 'note']);
  });

  it('shows every key of the JSON', async function () {
    this.timeout(60_000);
    const { findings, counts } = JSON.parse((await cli(makeWrong(), 'check --json')).out) as Result;
    const keys = new Set([...findings.flatMap(Object.keys), ...Object.keys(counts)]);
    const example = JSON.parse(/```json\n([\s\S]*?)```/.exec(section)?.[1] ?? '{}') as Result;
    expect([...keys].filter((key) => !section.includes(`"${key}"`) && !section.includes(`\`${key}\``))).to.eql([]);
    expect(Object.keys(example.counts)).to.eql(Object.keys(counts));
  });
});

// --- internal ---

function lineOf({ code, level, file, line, column, rule }: Result['findings'][number]): string {
  const place = [file, line, column].filter((part) => part !== undefined).join(':');
  return [code, level, place, rule && `rule ${rule.number}`].filter(Boolean).join(' ');
}
