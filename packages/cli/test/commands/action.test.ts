import { expect } from 'chai';
import { cli, KINDS, makeProject, put, read, removeDirectories, tree } from '../fixture.ts';

after(removeDirectories);

const RULE = "['/issue/:id/archive', 'issue#archive', 'rest']";

describe('rest-gen action', () => {
  for (const kind of KINDS.filter((kind) => kind !== 'empty')) {
    it(`adds the method, its logic and its rule: ${kind}`, async () => {
      const root = makeProject(kind);
      await cli(root, 'controller issue -r');
      const ran = await cli(root, 'action issue archive reason:string!');
      const ts = kind.startsWith('ts');
      const extension = ts ? 'ts' : 'js';
      expect(ran).to.deep.equal({
        code: 0,
        out: `update     src/controller/issue.${extension}\nupdate     src/logic/issue.${extension}\nroute      src/config/router.${extension}  ${RULE}\n`,
        err: '',
      });
      const type = ts ? ": Input<typeof logic, 'archiveAction'>" : '';
      expect(read(root, `src/controller/issue.${extension}`)).to.contain(`  async archiveAction({ body }${type})`);
      expect(read(root, `src/logic/issue.${extension}`)).to.contain('  archiveAction: {\n    body: {\n      reason: {');
      expect(read(root, `src/config/router.${extension}`)).to.contain(`  ${RULE},\n  ['/issue/:id?', 'rest'],\n`);
    });
  }

  it('has an empty body without fields, and answers with its input in a plain controller', async () => {
    const root = makeProject('ts-esm');
    await cli(root, 'controller health');
    await cli(root, 'action health reset');
    expect(read(root, 'src/logic/health.ts')).to.contain('\n  resetAction: { body: {} },\n');
    expect(read(root, 'src/controller/health.ts')).to.contain(
      '  }\n\n  resetAction(): unknown {\n    return this.success();\n  }\n}\n',
    );
  });

  it('writes no field that the table has no column for', async () => {
    const root = makeProject('ts-esm', { model: true });
    await cli(root, 'controller issue title:string! -r');
    await cli(root, 'action issue flag why:string!');
    await cli(root, 'action issue rename title:string!');
    const source = read(root, 'src/controller/issue.ts');
    expect(source).to.contain('async flagAction(): Promise<unknown> {').and.contain('return this.change({});');
    expect(source).to.contain('return this.change(await this.writable(body));');
  });

  it('adds a comma, and imports what the types need', async () => {
    const root = makeProject('ts-esm');
    await cli(root, 'controller issue -r');
    put(
      root,
      'src/logic/issue.ts',
      "import { defineLogic } from '@rest-gen/logic';\n\nexport default defineLogic({ getAction: {} });\n",
    );
    put(
      root,
      'src/controller/issue.ts',
      "import Rest from './rest.js';\n\nclass Issue extends Rest {}\n\nexport default Issue;\n",
    );
    expect(await cli(root, 'action issue archive reason:text')).to.include({ code: 0 });
    expect(read(root, 'src/logic/issue.ts')).to.contain('{ getAction: {},\n  archiveAction: {\n');
    expect(read(root, 'src/controller/issue.ts')).to.contain(
      "import type { Input } from '@rest-gen/logic';\nimport type logic from '../logic/issue.js';\nimport Rest",
    );
  });

  it('prints the rule with --no-route, and writes nothing with --dry-run', async () => {
    const root = makeProject('js-esm');
    await cli(root, 'controller issue -r');
    const before = tree(root);
    await cli(root, 'action issue archive --dry-run');
    expect(tree(root)).to.deep.equal(before);
    const rules = read(root, 'src/config/router.js');
    const ran = await cli(root, 'action issue archive --no-route');
    expect(ran.err).to.contain(`${RULE},`);
    expect(read(root, 'src/config/router.js')).to.equal(rules);
  });

  // biome-ignore format: a table
  const REFUSED: readonly [line: string, code: string, exit: number, text: string][] = [
    ['issue post', 'E_ACTION', 2, 'HTTP method'],
    ['issue mark-read', 'E_ACTION', 2, 'Did you mean markRead?'],
    ['issue archiveAction', 'E_ACTION', 2, 'Did you mean archive?'],
    ['issue constructor', 'E_ACTION', 2, 'every object'],
    ['issue 1st', 'E_ACTION', 2, 'is not an identifier'],
    ['issue close', 'E_ACTION_EXISTS', 3, 'has closeAction already'],
    ['issue move', 'E_ACTION_EXISTS', 3, "has another rule of /issue/:id/move: ['/issue/:id/move', 'other', 'rest']"],
    ['tag archive', 'E_NO_CONTROLLER', 2, 'no controller tag'],
    ['odd archive', 'E_EDIT', 3, 'archiveAction: { body: {} },'],
    ['issue archive a:b', 'E_FIELD', 2, 'unknown type'],
  ];
  for (const [line, code, exit, text] of REFUSED) {
    it(`refuses ${line}, and writes nothing`, async () => {
      const root = makeProject('ts-esm');
      await cli(root, 'controller issue -r');
      await cli(root, 'action issue close');
      await cli(root, 'controller odd -r');
      put(root, 'src/logic/odd.ts', 'export default makeLogic();\n');
      const rules = read(root, 'src/config/router.ts').replace(']);', "  ['/issue/:id/move', 'other', 'rest'],\n]);");
      put(root, 'src/config/router.ts', rules);
      const before = tree(root);
      const ran = await cli(root, `action ${line}`);
      expect(ran.code).to.equal(exit);
      expect(ran.err.replace(/\s+/g, ' ')).to.contain(`(${code})`).and.contain(text);
      expect(tree(root)).to.deep.equal(before);
    });
  }
});
