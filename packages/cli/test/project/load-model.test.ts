import { expect } from 'chai';
import { findModel, loadModel } from '../../src/project/load-model.ts';
import { readProject } from '../../src/project/project.ts';
import type { Runtime } from '../../src/project/runtime.ts';
import { makeProject, removeDirectories, thrownBy } from '../fixture.ts';

after(removeDirectories);

const projectWith = (...files: string[]) =>
  readProject(makeProject('ts-esm', { files: Object.fromEntries(files.map((file) => [file, ''])) }));

const BARE: Runtime = { node: '20.19.0', stripsTypes: false, hasTsx: false };
const RUNTIMES: [title: string, runtime: Runtime][] = [
  ['Node', { ...BARE, stripsTypes: true }],
  ['tsx', { ...BARE, hasTsx: true }],
];

describe('findModel', () => {
  const ORDER = [
    'dist/config/model.js',
    'dist/config/model.mjs',
    'dist/config/model.cjs',
    'src/config/model.js',
    'src/config/model.mjs',
    'src/config/model.cjs',
    'src/config/model.ts',
    'src/config/model.mts',
    'src/config/model.cts',
  ];
  for (const [title, runtime] of RUNTIMES) {
    for (const [index, file] of ORDER.entries()) {
      it(`finds ${file} before those that follow, with ${title}`, () => {
        expect(findModel(projectWith(...ORDER.slice(index)), runtime)).to.equal(file);
      });
    }
  }

  it('asks for a build where nothing runs TypeScript', async () => {
    const error = await thrownBy(() => findModel(projectWith('src/config/model.ts'), BARE));
    expect(error).to.include({ code: 'E_NO_MODEL', exitCode: 4 });
    expect(error.message).to.contain('src/config/model.ts is TypeScript');
    expect(error.fix).to.contain('Build the project first').and.contain('tsx');
  });

  it('looks itself by default', () => {
    const file = 'src/config/model.js';
    expect(findModel(projectWith(file, 'src/config/model.ts'))).to.equal(file);
  });

  it('asks for a model where there is none', async () => {
    const error = await thrownBy(() => findModel(projectWith(), BARE));
    expect(error).to.include({ code: 'E_NO_MODEL', exitCode: 4 });
    expect(error.fix).to.contain('createModels');
  });
});

describe('loadModel', () => {
  const load = (file: string, text: string, kind: 'js-esm' | 'js-cjs' = 'js-esm') =>
    loadModel(readProject(makeProject(kind, { files: { [file]: text } })), file);

  const SHAPES: [file: string, text: string, kind?: 'js-esm' | 'js-cjs'][] = [
    ['src/config/model.js', 'export default { a: 1 };'],
    ['src/config/model.js', 'module.exports = { a: 1 };', 'js-cjs'],
    ['src/config/model.cjs', 'exports.__esModule = true; exports.default = { a: 1 };'],
  ];
  for (const [file, text, kind] of SHAPES) {
    it(`takes ${text}`, async () => expect(await load(file, text, kind)).to.deep.equal({ a: 1 }));
  }

  for (const text of ['export default 1;', 'export default null;', 'export const models = {};']) {
    it(`refuses ${text}`, async () => {
      const error = await thrownBy(() => load('src/config/model.js', text));
      expect(error).to.include({ code: 'E_MODEL', exitCode: 4 });
      expect(error.message).to.contain('The default export of src/config/model.js is not');
    });
  }

  const BROKEN: [text: string, cause: string][] = [
    ['export default {', 'cannot be loaded: '],
    ["throw new Error('x is not set');", 'cannot be loaded: x is not set.'],
    ["throw 'a text';", 'cannot be loaded: a text.'],
    ["import './missing.js';", 'Cannot find module'],
  ];
  for (const [text, cause] of BROKEN) {
    it(`says why ${text} cannot be loaded`, async () => {
      const error = await thrownBy(() => load('src/config/model.js', text));
      expect(error).to.include({ code: 'E_MODEL', exitCode: 4 });
      expect(error.message).to.contain(cause);
    });
  }
});
