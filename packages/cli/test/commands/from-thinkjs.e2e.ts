import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { cli, fileNames, makeProject, put, read, removeDirectories, runNode, WORKSPACE } from '../fixture.ts';
import { makeThink } from '../thinkjs/convert.ts';
import { serveFiles } from './serve-project.ts';

after(removeDirectories);

const USER = `module.exports = class extends think.Logic {
  get scope() {
    return { trace: { string: true, method: 'GET' } };
  }
  indexAction() {
    this.allowMethods = 'post';
    this.rules = {
      name: { required: true, string: true, length: { min: 2 } },
      age: { int: { min: 18 }, requiredWith: ['license'] },
      code: { alphaDash: true },
    };
    this.log();
  }
};
`;
const SHOP = {
  'src/logic/user.js': USER,
  'src/logic/index.js': 'module.exports = class extends think.Logic { indexAction() {} };\n',
  'src/config/router.js': "module.exports = [\n  ['/user', 'rest'],\n  ['/', 'index/index'],\n];\n",
};
const CONTROLLER = {
  'js-esm': `import { Controller } from '@rest-gen/router';\nexport default class User extends Controller {\n  postAction({ body }) { return this.success(body); }\n}\n`,
  'ts-esm': `import { Controller } from '@rest-gen/router';\nexport default class User extends Controller {\n  postAction(): unknown { return this.success({}); }\n}\n`,
};

describe('rest-gen logic --from-thinkjs', function () {
  this.timeout(120_000);

  it('writes logic files and rules that check accepts and that validate requests', async () => {
    const shop = makeThink(SHOP);
    const root = makeProject('js-esm', { files: { 'src/controller/user.js': CONTROLLER['js-esm'] } });
    const ran = await cli(root, ['logic', '--from-thinkjs', shop]);
    expect(ran.code).to.equal(0);
    expect(ran.out.split('\n').slice(0, 3)).to.eql([
      'create     src/logic/user.js',
      "create     src/config/router.js  ['/user', 'rest']",
      'Not converted, or different here:',
    ]);
    expect(ran.out).to.match(/src\/logic\/user\.js:12 {2}indexAction: this\.log\(\); is not a rule\n/);
    expect(ran.out).to.match(
      /1 of 2 logic files converted with 5 fields, and 1 rule of config\/router; 4 lines to check\.\n$/,
    );
    expect(await cli(root, 'check')).to.include({ code: 0, out: 'Nothing found in 1 rule, 1 controller, 1 logic\n' });
    const send = await serveFiles(root);
    try {
      expect(await send('POST', '/user', { name: 'Ada', code: 'a_b' })).to.include({ status: 200 });
      expect(await send('POST', '/user?trace=1', { name: 'Ada' })).to.include({ status: 200 });
      for (const body of [
        {},
        { name: 'A' },
        { name: 'Ada', age: 17 },
        { name: 'Ada', code: 'a-b' },
        { name: 'Ada', license: 'B' },
      ])
        expect(await send('POST', '/user', body), JSON.stringify(body)).to.include({
          status: 422,
          code: 'E_VALIDATION',
        });
    } finally {
      await send('close', '');
    }
  });

  it('repeats itself without a change, and treats a file that differs as controller does', async () => {
    const shop = makeThink(SHOP);
    const root = makeProject('js-cjs');
    const dry = await cli(root, ['logic', '--from-thinkjs', shop, '--dry-run', '--json']);
    expect(fileNames(root).filter((name) => name.startsWith('src/'))).to.eql([]);
    const { left, ...result } = JSON.parse(dry.out);
    expect(result).to.deep.include({
      command: 'logic',
      dryRun: true,
      written: false,
      counts: { logics: 2, converted: 1, fields: 5, rules: 1 },
    });
    expect(left).to.have.length(4);
    expect(left[0].file).to.match(/src\/config\/router\.js$/);
    await cli(root, ['logic', '--from-thinkjs', shop]);
    const again = await cli(root, ['logic', '--from-thinkjs', shop]);
    expect(again.out).to.match(/^identical {2}src\/logic\/user\.js\nidentical {2}src\/config\/router\.js /);
    put(root, 'src/logic/user.js', 'module.exports = {};\n');
    expect(await cli(root, ['logic', '--from-thinkjs', shop])).to.include({ code: 3 });
    expect(read(root, 'src/logic/user.js')).to.equal('module.exports = {};\n');
    expect(await cli(root, ['logic', '--from-thinkjs', shop, '--skip'])).to.include({ code: 0 });
    expect(await cli(root, ['logic', '--from-thinkjs', shop, '--force'])).to.include({ code: 0 });
    expect(read(root, 'src/logic/user.js')).to.contain('defineLogic');
  });

  it('adds rules to an existing list, in their order', async () => {
    const rules =
      "module.exports = [\n  ['/a', 'rest'],\n  [/\\/b\\/(\\d+)/, 'b?id=:1', 'rest', { match: 'search' }],\n  ['/c', 'rest'],\n];\n";
    const shop = makeThink({ 'src/config/router.js': rules });
    const root = makeProject('js-esm', {
      files: { 'src/config/router.js': "export default [\n  ['/a', 'rest'],\n];\n" },
    });
    const { out } = await cli(root, ['logic', '--from-thinkjs', shop]);
    expect(out).to.match(/^route {6}src\/config\/router\.js {2}3 rules\n/);
    expect(read(root, 'src/config/router.js')).to.equal(
      "export default [\n  ['/a', 'rest'],\n  [/\\/b\\/(\\d+)/, 'b?id=:1', 'rest', { match: 'search' }],\n  ['/c', 'rest'],\n];\n",
    );
  });

  it('writes TypeScript that compiles, also with isolatedDeclarations', async () => {
    for (const isolatedDeclarations of [false, true]) {
      const root = makeProject('ts-esm', { files: { 'src/controller/user.ts': CONTROLLER['ts-esm'] } });
      const config = JSON.parse(read(root, 'tsconfig.json'));
      Object.assign(config.compilerOptions, isolatedDeclarations && { isolatedDeclarations, declaration: true });
      put(root, 'tsconfig.json', JSON.stringify(config));
      await cli(root, ['logic', '--from-thinkjs', makeThink(SHOP)]);
      runNode(root, [join(WORKSPACE, 'node_modules/typescript/bin/tsc'), '-p', '.']);
    }
  });

  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  const REFUSED: readonly (readonly [name: string, files: Record<string, string>, text: RegExp])[] = [
    ['no project', { 'src/index.js': '' }, /has no logic file or rule of ThinkJS: src\/logic/],
    [
      'a syntax error',
      { 'src/logic/a.js': 'module.exports = class {\n  (\n', 'src/logic/b.js': USER },
      /src\/logic\/a\.js:\d+ cannot be parsed: /,
    ],
    [
      'a large file',
      { 'src/logic/a.js': `// ${'a'.repeat(1_000_000)}` },
      /src\/logic\/a\.js has more than 1,000,000 bytes\./,
    ],
    [
      'a deep file',
      { 'src/logic/a.js': `module.exports = class { postAction() { this.rules = { a: ${deep} } } }` },
      /src\/logic\/a\.js/,
    ],
  ];
  for (const [name, files, text] of REFUSED) {
    it(`refuses ${name}, and writes nothing`, async () => {
      const root = makeProject('js-esm');
      const before = fileNames(root);
      const ran = await cli(root, ['logic', '--from-thinkjs', makeThink(files)]);
      expect(ran.code).to.equal(2);
      expect(ran.err.replace(/\n +/g, ' ')).to.match(text).and.to.contain('(E_THINKJS)');
      expect(fileNames(root)).to.eql(before);
    });
  }

  it('follows no symbolic link, and executes nothing', async () => {
    const shop = makeThink({ 'src/logic/user.js': `throw new Error('executed');\n${USER}` });
    symlinkSync('/etc', join(shop, 'src/logic/etc'));
    mkdirSync(join(shop, 'src/logic/loop'));
    symlinkSync('..', join(shop, 'src/logic/loop/up'));
    const { code, out } = await cli(makeProject('js-esm'), ['logic', '--from-thinkjs', shop]);
    expect(code).to.equal(0);
    expect(out).to.match(/src\/logic\/etc:1 {2}is a symbolic link, which is not followed\n/);
    expect(out).to.match(/1 of 1 logic file converted/);
    expect(await cli(WORKSPACE, 'logic --from-thinkjs nowhere')).to.include({ code: 2 });
  });
});
