import { spawnSync } from 'node:child_process';
import { lstatSync, mkdirSync, readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import {
  cli,
  makeDirectory,
  makeProject,
  put,
  read,
  removeDirectories,
  tree,
} from '../../packages/cli/test/fixture.ts';

const TEMPLATE = '<% globalThis.wasRun = true; %>// from outside\n';

/** Links that leave the project, by what is in their place: where the link is, and what it leads to. */
const LINKS: readonly (readonly [title: string, link: string, target: (outside: string) => string])[] = [
  ['src', 'src', (outside) => join(outside, 'src')],
  ['src, relative', 'src', () => '../outside/src'],
  ['the controllers', 'src/controller', (outside) => outside],
  ['a directory above the controller', 'src/controller/v1', (outside) => outside],
  ['a controller', 'src/controller/v1/post.js', (outside) => join(outside, 'file.js')],
  ['a controller, to nothing', 'src/controller/v1/post.js', (outside) => join(outside, 'nothing.js')],
  ['a controller, to a device', 'src/controller/v1/post.js', () => '/dev/null'],
  ['a controller, by way of a link in the project', 'src/controller/v1/post.js', () => '../../../hop'],
  ['the base class, to nothing', 'src/controller/rest.js', (outside) => join(outside, 'nothing.js')],
  ['the logics', 'src/logic', (outside) => outside],
  ['a logic', 'src/logic/v1/post.js', (outside) => join(outside, 'file.js')],
  ['a logic, to itself', 'src/logic/v1/post.js', () => 'post.js'],
  ['the configuration', 'src/config', (outside) => outside],
  ['the router file', 'src/config/router.js', (outside) => join(outside, 'router.js')],
  ['the router file, to nothing', 'src/config/router.js', (outside) => join(outside, 'nothing.js')],
  ['the model file, to nothing', 'src/config/model.js', (outside) => join(outside, 'nothing.js')],
  ['the migrations', 'migrations', (outside) => outside],
  ['the templates', 'templates', (outside) => join(outside, 'templates')],
  ['a template', 'templates/controller.ejs', (outside) => join(outside, 'templates/controller.ejs')],
  ['a template, to nothing', 'templates/controller.ejs', (outside) => join(outside, 'nothing.ejs')],
];

const COMMANDS = ['controller v1/post title:string! -r', 'controller v1/post title:string! -r --force'];

describe('generator: links', function () {
  this.timeout(30_000);
  let above: string;
  let root: string;
  beforeEach(() => {
    above = makeDirectory();
    root = join(above, 'project');
    const outside = join(above, 'outside');
    renameSync(makeProject('js-esm', { model: true }), root);
    put(outside, 'file.js', 'outside\n');
    put(outside, 'router.js', 'export default [];\n');
    put(outside, 'templates/controller.ejs', TEMPLATE);
    put(outside, 'src/controller/keep.js', 'outside\n');
    symlinkSync(join(outside, 'file.js'), join(root, 'hop'));
  });
  afterEach(removeDirectories);

  for (const [title, path, target] of LINKS) {
    for (const command of COMMANDS) {
      it(`${title}: nothing is written${command.endsWith('--force') ? ', with --force neither' : ''}`, async () => {
        link(root, path, target(join(above, 'outside')));
        const before = tree(above);
        const ran = await cli(root, command);
        expect(ran.err).to.contain('(E_OUTSIDE)');
        expect(ran.code).to.equal(3);
        expect(tree(above)).to.deep.equal(before);
        expect(globalThis).not.to.have.property('wasRun');
      });
    }
  }

  for (const [title, path, target] of LINKS.filter(([, path]) => /^(?:src|templates)/.test(path))) {
    it(`${title}: nothing outside is removed`, async () => {
      expect((await cli(root, COMMANDS[0] as string)).code).to.equal(0);
      renameIfThere(root, path, join(above, 'moved'));
      link(root, path, target(join(above, 'outside')));
      const before = tree(join(above, 'outside'));
      const ran = await cli(root, 'destroy controller v1/post --force');
      expect(ran.code, ran.err).to.be.oneOf([0, 2, 3]);
      expect(tree(join(above, 'outside'))).to.deep.equal(before);
      expect(readlinkSync(join(root, path))).to.be.a('string');
    });
  }

  for (const path of ['templates', 'templates/rest.ejs']) {
    it(`eject writes nothing through ${path}`, async () => {
      link(root, path, join(above, 'outside/nothing'));
      const before = tree(above);
      for (const line of ['eject', 'eject --force']) expect((await cli(root, line)).err).to.contain('(E_OUTSIDE)');
      expect(tree(above)).to.deep.equal(before);
    });
  }

  it('links that stay in the project are followed', async () => {
    mkdirSync(join(root, 'lib'));
    link(root, 'src', 'lib');
    expect((await cli(root, COMMANDS[0] as string)).code).to.equal(0);
    expect(read(root, 'lib/controller/v1/post.js')).to.contain('class Post');
    expect((await cli(root, 'destroy controller v1/post')).code).to.equal(0);
    expect(tree(root)).not.to.have.property('lib/controller/v1/post.js');
  });

  it('pipes are not read for ever, nor written to', async () => {
    for (const path of ['src/config/router.js', 'migrations/1_create_author.js', 'src/logic/a.js']) {
      mkdirSync(join(root, dirname(path)), { recursive: true });
      expect(spawnSync('mkfifo', [join(root, path)]).status).to.equal(0);
    }
    const before = tree(above);
    for (const line of [
      'controller a authorId:references! -r --force',
      'destroy controller a --force',
      'logic a --force',
    ]) {
      expect((await cli(root, line)).code, line).to.equal(line.startsWith('destroy') ? 0 : 3);
    }
    expect(tree(above)).to.deep.equal(before);
  });

  for (const [path, code] of [
    ['package.json', 4],
    ['tsconfig.json', 0],
  ] as const) {
    it(`a pipe in the place of ${path} is not read for ever`, async () => {
      rmSync(join(root, path), { force: true });
      expect(spawnSync('mkfifo', [join(root, path)]).status).to.equal(0);
      const ran = await cli(root, 'controller a -r');
      expect(ran.code, ran.err).to.equal(code);
    });
  }
});

// --- internal ---

function link(root: string, path: string, target: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  symlinkSync(target, join(root, path));
}

function renameIfThere(root: string, path: string, to: string): void {
  if (lstatSync(join(root, path), { throwIfNoEntry: false })) renameSync(join(root, path), to);
}
