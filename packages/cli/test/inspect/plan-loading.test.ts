import { expect } from 'chai';
import { planLoading } from '../../src/inspect/plan-loading.ts';
import { findProject } from '../../src/project/project.ts';
import type { Runtime } from '../../src/project/runtime.ts';
import { makeProject, removeDirectories, thrownBy } from '../fixture.ts';

after(removeDirectories);

const BARE: Runtime = { node: '20.19.0', stripsTypes: false, hasTsx: false };
const TSX: Runtime = { ...BARE, hasTsx: true };
const NODE: Runtime = { ...BARE, stripsTypes: true };

const TS = ['src/config/router.ts', 'src/controller/post.ts'];
const JS = ['src/config/router.js', 'src/controller/post.js'];

type Row = [
  files: string[],
  runtime: Runtime,
  directory: string,
  loader?: 'tsx' | 'node' | undefined,
  options?: Options,
];
interface Options {
  root?: string;
  noted?: boolean;
  outDir?: string;
}

const ROWS: Row[] = [
  [JS, BARE, 'src'],
  [JS, { ...TSX, stripsTypes: true }, 'src'],
  [[...JS, 'src/controller/post.d.ts'], BARE, 'src'],
  [TS, TSX, 'src', 'tsx'],
  [TS, NODE, 'src', 'node'],
  [TS, { ...NODE, hasTsx: true }, 'src', 'tsx'],
  [['src/config/router.js', 'src/controller/v1/post.mts'], TSX, 'src', 'tsx'],
  [[...TS, 'dist/config/router.js'], BARE, 'dist', undefined, { noted: true }],
  [[...TS, 'dist/src/config/router.js'], BARE, 'dist/src', undefined, { noted: true }],
  [[...TS, 'out/config/router.js', 'dist/config/router.js'], BARE, 'out', undefined, { noted: true, outDir: './out' }],
  [[...TS, 'dist/config/router.js'], TSX, 'src', 'tsx'],
  // Compiled into the directory of the sources.
  [[...TS, ...JS, 'dist/config/router.js'], BARE, 'src', undefined, { noted: true }],
  [['dist/config/router.cjs'], BARE, 'dist'],
  [['config/router.js'], BARE, '.'],
  [['config/router.ts'], TSX, '.', 'tsx'],
  [[...JS, 'config/router.js'], BARE, 'src'],
  [[...JS, 'api/config/router.js'], BARE, 'api', undefined, { root: 'api' }],
];

describe('the directory that is read', () => {
  for (const [files, runtime, directory, loader, { root, noted, outDir } = {}] of ROWS) {
    const runs = runtime.hasTsx ? 'tsx' : runtime.stripsTypes ? 'Node' : 'nothing';
    it(`is ${directory} of ${files.join(', ')} where ${runs} runs TypeScript`, () => {
      const all = outDir === undefined ? [] : [['tsconfig.json', JSON.stringify({ compilerOptions: { outDir } })]];
      const made = makeProject('js-esm', { files: Object.fromEntries([...files.map((file) => [file, '']), ...all]) });
      const plan = planLoading(findProject(made), root, runtime);
      expect([plan.directory, plan.loader]).to.deep.equal([directory, loader]);
      expect(plan.note !== undefined, plan.note).to.equal(noted ?? false);
    });
  }

  const plan = (files: string[], root?: string) => () =>
    planLoading(
      findProject(makeProject('js-esm', { files: Object.fromEntries(files.map((file) => [file, ''])) })),
      root,
      BARE,
    );

  it('is an error where nothing runs TypeScript and nothing is built', async () => {
    const error = await thrownBy(plan(TS));
    expect(error).to.include({ code: 'E_TYPESCRIPT', exitCode: 4 });
    expect(error.message).to.equal('src is TypeScript, which Node 20.19.0 does not run, and the project is not built.');
    expect(error.fix).to.contain('npm install --save-dev tsx');
  });

  it('is an error where there are no rules', async () => {
    const error = await thrownBy(plan(['src/app.js']));
    expect(error).to.include({ code: 'E_NO_RULES', exitCode: 4 });
    expect(error.message).to.contain('has no src/config/router and no config/router.');
    expect((await thrownBy(plan(JS, 'api'))).message).to.contain('has no api/config/router.');
  });
});
