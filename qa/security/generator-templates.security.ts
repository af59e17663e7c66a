import { rmSync } from 'node:fs';
import { expect } from 'chai';
import fc from 'fast-check';
import ts from 'typescript5';
import { literal } from '../../packages/cli/src/render.ts';
import {
  cli,
  copy,
  fileNames,
  KINDS,
  makeDirectory,
  makeProject,
  put,
  read,
  removeDirectories,
} from '../../packages/cli/test/fixture.ts';
import { check, checkFiles, fields, HOSTILE, MARK, names, tokensOf } from './generated-code.ts';

describe('generator: templates', function () {
  this.timeout(180_000);
  afterEach(removeDirectories);

  it('what is generated from any name and field parses, and no part of them is code but where names stand', async () => {
    let generated = 0;
    const property = fc.asyncProperty(
      fc.constantFrom(...KINDS),
      names,
      fields,
      fc.boolean(),
      async (kind, name, given, rest) => {
        const root = makeProject(kind, { model: kind !== 'empty' });
        const ran = await cli(root, ['controller', name, ...given, ...(rest ? ['-r'] : [])]);
        expect(ran.code, ran.err).to.be.oneOf([0, 2]);
        if (ran.code === 0) generated += 1;
        checkFiles(root, [name, ...given]);
        // Not all: a run that was interrupted may still go on when the next test has begun.
        rmSync(root, { recursive: true, force: true });
      },
    );
    await fc.assert(property, { numRuns: 150, interruptAfterTimeLimit: 20_000, markInterruptAsFailure: false });
    expect(generated).to.be.above(5);
  });

  it('what is generated for a migration of any name parses', async () => {
    let generated = 0;
    const property = fc.asyncProperty(
      fc.constantFrom('create_', 'add_x_to_', 'remove_x_from_', ''),
      names,
      fields,
      async (form, name, given) => {
        const root = makeProject('js-esm', { model: true });
        const ran = await cli(root, ['migration', form + name.replaceAll('/', '_'), ...(form === '' ? [] : given)]);
        expect(ran.code, ran.err).to.be.oneOf([0, 2]);
        if (ran.code === 0) generated += 1;
        checkFiles(root, [name, ...given]);
        rmSync(root, { recursive: true, force: true });
      },
    );
    await fc.assert(property, { numRuns: 100, interruptAfterTimeLimit: 10_000, markInterruptAsFailure: false });
    expect(generated).to.be.above(5);
  });

  it('tests are generated from hostile migrations without their text', async () => {
    const tables = ['author', '_1x', '1x', '__proto__', 'a_b', 'aB', 'constructor'];
    const columns = [
      'name',
      '1a',
      '__proto__',
      'constructor',
      'class',
      `x'+${MARK}()+'`,
      `\\u0027${MARK}`,
      `$\{${MARK}()}`,
    ];
    const base = makeDirectory();
    expect((await cli(base, 'new blog --no-install')).code).to.equal(0);
    let tested = 0;
    for (const table of tables) {
      const field = `${table.replace(/^(?=\d)/, '_')}_id:references!`;
      for (const column of table === 'author' ? columns : ['name']) {
        const root = copy(`${base}/blog`);
        const up = [`await schema.createTable('${table}', (t) => {`, `  t.string('${column}').notNull();`, '});'];
        const text = ['export const up = async (schema) => {', ...up, '};', 'export const down = async () => {};', ''];
        put(root, `migrations/1_create_${table}.js`, text.join('\n'));
        const ran = await cli(root, ['controller', 'post', 'title:string!', field, '-r']);
        expect(ran.code, ran.err).to.be.oneOf([0, 2]);
        tested += Number(fileNames(root).includes('test/post.test.ts'));
        for (const file of fileNames(root).filter((one) => /\.ts$/.test(one))) check(read(root, file), file, []);
      }
    }
    expect(tested).to.be.above(8);
  });

  it('what package.json and tsconfig.json say reaches no template', async () => {
    const evil = `'); ${MARK}(); ('`;
    const manifests: unknown[] = [
      { name: evil, type: evil, dependencies: { [evil]: evil, '@rest-gen/model': evil }, version: { [evil]: [evil] } },
      { type: 'module', dependencies: evil, devDependencies: [evil], peerDependencies: null, __proto__: null },
      JSON.parse(
        '{"__proto__":{"type":"module","dependencies":{"@rest-gen/model":"*"}},"constructor":{"prototype":{"x":1}}}',
      ),
    ];
    const configs = [
      { compilerOptions: { outDir: evil, rewriteRelativeImportExtensions: evil } },
      { compilerOptions: evil },
      [evil],
      null,
    ];
    for (const manifest of manifests) {
      for (const config of configs) {
        const root = makeDirectory();
        put(root, 'package.json', JSON.stringify(manifest));
        put(root, 'tsconfig.json', JSON.stringify(config));
        expect((await cli(root, 'controller v1/post title:string! -r')).code).to.equal(0);
        expect(fileNames(root).length).to.be.above(5);
        checkFiles(root, []);
        for (const file of fileNames(root).filter((one) => !/^(?:package|tsconfig)\.json$/.test(one))) {
          expect(read(root, file), file).not.to.contain(MARK);
        }
        removeDirectories();
      }
    }
    expect(({} as Record<string, unknown>).x).to.equal(undefined);
  });

  it('a literal is one token, whatever it holds, and gives its text back', () => {
    const property = fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...HOSTILE)), (text) => {
      const tokens = tokensOf(literal(text));
      expect(tokens.map(({ kind }) => kind)).to.deep.equal([ts.SyntaxKind.StringLiteral]);
      expect(new Function(`return ${literal(text)}`)()).to.equal(text);
    });
    fc.assert(property, { numRuns: 3_000 });
  });

  it('the check finds what does not parse, and what is code', () => {
    expect(() => check('const a = ;', 'a.ts', [])).to.throw('a.ts');
    expect(() => check(`const a = '${MARK}';`, 'a.ts', [])).not.to.throw();
    expect(() => check(`const a = ${MARK}();`, 'a.ts', [])).to.throw(MARK);
    expect(() => check(`const a = \`\${${MARK}()}\`;`, 'a.ts', [])).to.throw(MARK);
    expect(() => check(`const ${MARK} = 1;`, 'a.ts', [`${MARK}:string`])).not.to.throw();
  });
});
