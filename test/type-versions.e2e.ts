import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { COMPILERS, compile as run } from './compilers.ts';
import { listFiles, ROOT } from './workspace.ts';

/** Settings that affect types, in addition to `strict`. */
const SETTINGS = [{}, { exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true }];

const TYPES = 'packages/logic/test/types';

/**
 * The type tests of `packages/logic`, against its declarations as users get them.
 *
 * One more file has an error on purpose, to prove that the compiler checked the folder.
 */
describe('the types of packages/logic', function () {
  this.timeout(120_000);
  let folder: string;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'type-versions-'));
    cpSync(join(ROOT, TYPES), join(folder, 'test/types'), { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(folder, 'test/types/wrong.ts'), WRONG);
    symlinkSync(join(ROOT, 'packages/logic/node_modules'), join(folder, 'node_modules'), 'junction');
    const emit = ['--composite', 'false', '--incremental', 'false', '--emitDeclarationOnly'];
    await compile('typescript', ['-p', join(ROOT, 'packages/logic'), ...emit, '--outDir', join(folder, 'src')]);
    const installed = join(folder, 'user/node_modules/@rest-gen/logic');
    cpSync(join(folder, 'src'), join(installed, 'dist'), { recursive: true });
    cpSync(join(ROOT, 'packages/logic/package.json'), join(installed, 'package.json'));
    writeFileSync(join(folder, 'user/logic.ts'), USER);
    const compilerOptions = { ...OPTIONS, noEmit: false, declaration: true, emitDeclarationOnly: true, outDir: 'out' };
    writeFileSync(join(folder, 'user/tsconfig.json'), JSON.stringify({ compilerOptions, files: ['logic.ts'] }));
  });

  after(() => rmSync(folder, { recursive: true, force: true }));

  it('have tests', () => expect(listFiles(TYPES)).to.include(`${TYPES}/each-rule.ts`));

  for (const [version, compiler] of COMPILERS) {
    it(`compile with TypeScript ${version}, with strict and with stricter settings`, async () => {
      expect(await compile(compiler, ['--version'])).to.match(new RegExp(`^Version ${version}\\.`));
      const errors = await Promise.all(
        SETTINGS.map((settings, number) => {
          const project = join(folder, `tsconfig.${number}.json`);
          writeFileSync(
            project,
            JSON.stringify({ compilerOptions: { ...OPTIONS, ...settings }, include: ['test/types'] }),
          );
          return compile(compiler, ['-p', project]);
        }),
      );
      for (const text of errors) expect(text).to.match(/^test\/types\/wrong\.ts\(2,[^\n]*\n$/);
    });

    it(`appear in the declarations of users with TypeScript ${version}`, async () => {
      const project = join(folder, 'user/tsconfig.json');
      expect(await compile(compiler, ['-p', project])).to.equal('');
      const declared = readFileSync(join(folder, 'user/out/logic.d.ts'), 'utf8');
      expect(declared).to.include('CustomRule<"slug", true, "string">').and.to.include('PartialFields');
      expect(declared.replace(/\s+/g, ' ')).to.include(
        'given: Promise<{ a?: { b: string; c?: number | undefined; } | undefined; }>;',
      );
      rmSync(join(folder, 'user/out'), { recursive: true });
    });
  }
});

// --- internal ---

const WRONG = `import { assertType, type Equal } from './equal.ts';
assertType<Equal<{ a?: string }, { a: string }>>();
`;

/**
 * The types of a logic are made of names that the package exports: others could not be written down. Inferred input is made of none.
 */
const USER = `import { type CustomRule, defineLogic, partial, validate } from '@rest-gen/logic';
declare const slug: CustomRule<'slug', true, 'string'>;
export default defineLogic({
  rules: [slug],
  unknown: 'strip',
  messages: (failure) => failure.args,
  params: ({ query }) => ({ id: { int: true, nullable: query === undefined } }),
  postAction: async (context) => ({ body: { a: { slug: context.body !== undefined } } }),
  putAction: { body: (context) => ({ a: { string: context.body !== undefined } }), query: () => ({ type: 'object' }) },
  patchAction: { body: partial({ a: { slug: true }, b: { type: 'string' } }) },
});
const plain = defineLogic({
  postAction: { body: { a: { object: true, children: { b: { string: true, required: true }, c: { int: true } } } } },
});
export const given = validate(plain, 'postAction', {}).then(({ body }) => body);
`;

const OPTIONS = {
  target: 'ES2023',
  lib: ['ES2023'],
  module: 'NodeNext',
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  pretty: false,
  types: ['node'],
  typeRoots: [join(ROOT, 'node_modules/@types')],
};

/** The output of a compiler, in the folder of the project. */
function compile(compiler: string, parameters: readonly string[]): Promise<string> {
  const [flag, project = ''] = parameters;
  return run(compiler, parameters, flag === '-p' && project.endsWith('.json') ? join(project, '..') : ROOT);
}
