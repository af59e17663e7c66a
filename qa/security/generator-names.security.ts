import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
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
import { HOSTILE_NAMES } from './hostile-names.ts';

/** Every place where the generator takes a name; none takes one of these but where it says so. */
const PLACES: Readonly<Record<string, (name: string) => string[]>> = {
  controller: (name) => ['controller', name, '-r'],
  'controller, behind --': (name) => ['controller', '-r', '--', name],
  logic: (name) => ['logic', name],
  migration: (name) => ['migration', name],
  'destroy controller': (name) => ['destroy', 'controller', name],
  'destroy something': (name) => ['destroy', name, 'post'],
  'a field': (name) => ['controller', 'post', `${name}:string`, '-r'],
  'a field of a migration': (name) => ['migration', 'create_post', `${name}:string`],
  'the type of a field': (name) => ['controller', 'post', `title:${name}`, '-r'],
  'an option of a field': (name) => ['controller', 'post', `title:string:${name}`, '-r'],
  'a database': (name) => ['new', 'blog', '--no-install', `--db=${name}`],
  'a template': (name) => ['eject', `--only=${name}`],
  'a command': (name) => [name],
  'an option': (name) => ['controller', 'post', `--${name}`],
};

/** Harmless there: a column or a table can be called so, and the file of a migration begins with a time. */
const TAKEN: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    con: ['migration', 'a field', 'a field of a migration'],
    AUX: ['migration', 'a field', 'a field of a migration'],
    com1: ['migration', 'a field', 'a field of a migration'],
    constructor: ['migration'],
    hasOwnProperty: ['migration'],
  }),
);

/** What a terminal acts on, or does not show. */
const UNSHOWN = /[^\P{C}\n]|[\u2028\u2029]/u;

describe('generator: names', function () {
  this.timeout(60_000);
  let above: string;
  let root: string;
  beforeEach(() => {
    above = makeDirectory();
    root = join(above, 'a/project');
    mkdirSync(root, { recursive: true });
    const project = makeProject('js-esm', { model: true });
    put(root, 'package.json', read(project, 'package.json'));
    put(root, 'src/controller/kept.js', 'module.exports = 1;\n');
    put(above, 'x.js', 'outside\n');
  });
  afterEach(removeDirectories);

  for (const [attack, name] of HOSTILE_NAMES) {
    it(`${attack} is refused in every place`, async () => {
      const before = tree(above);
      for (const [place, wordsFor] of Object.entries(PLACES)) {
        if (TAKEN.get(name)?.includes(place) || (name === '' && place === 'an option')) continue;
        const ran = await cli(root, wordsFor(name));
        expect(ran.code, `${place}: ${ran.out}${ran.err}`).to.equal(2);
        expect(ran.err, place).to.match(/^error .*\((?:E_NAME|E_FIELD|E_USAGE|E_NO_CONTROLLER|E_NO_DIRECTORY)\)/s);
        expect(UNSHOWN.exec(ran.out + ran.err), `${place}: ${JSON.stringify(ran.err)}`).to.equal(null);
        expect(ran.err.length, place).to.be.below(2_000);
        expect(tree(above), place).to.deep.equal(before);
      }
    });
  }

  for (const [name, places] of TAKEN) {
    it(`${name} is no more than a name where it is taken`, async () => {
      for (const place of places) {
        const ran = await cli(root, (PLACES[place] as (name: string) => string[])(name));
        expect(ran.code, `${place}: ${ran.err}`).to.equal(0);
      }
      const files = Object.keys(tree(above)).filter((file) => !file.endsWith('/'));
      const own = /^a\/project\/(?:package\.json$|src\/|test\/|migrations\/\d{14}_\w+\.js$)|^x\.js$/;
      for (const file of files) expect(file).to.match(own);
    });
  }

  it('the last part of a new directory is the name of a package, or nothing is made', async () => {
    const before = tree(above);
    for (const [attack, name] of HOSTILE_NAMES) {
      const last = name.split('/').at(-1) as string;
      if (/^[a-z][\w-]*$/.test(last) && last.length < 200 && !/^(?:con|com1)$/.test(last)) continue;
      if (/^\.+$/.test(name) || last === '' || last === 'x.d') continue;
      const ran = await cli(root, ['new', '--no-install', `${name}`]);
      expect(ran.code, `${attack}: ${ran.out}${ran.err}`).to.equal(2);
      expect(UNSHOWN.exec(ran.out + ran.err), attack).to.equal(null);
    }
    expect(tree(above)).to.deep.equal(before);
  });

  for (const [attack, name] of [
    ['a NUL', 'x\0y/ok'],
    ['a name that is too long', `${'x'.repeat(300)}/ok`],
  ] as const) {
    it(`a directory for a new project with ${attack} above it cannot be made`, async () => {
      const before = tree(above);
      const ran = await cli(root, ['new', name, '--no-install']);
      expect(ran.err).to.contain('(E_WRITE)').and.not.contain('bug');
      expect(tree(above)).to.deep.equal(before);
    });

    it(`a working directory with ${attack} is not there`, async () => {
      const ran = await cli(root, ['controller', 'post', `--cwd=${name}`]);
      expect(ran.err).to.contain('(E_NO_DIRECTORY)');
      expect(ran.code).to.equal(2);
    });
  }

  it('the next step holds nothing that a shell would run', async () => {
    for (const directory of ['$(id)', '`id`', 'a"b', 'a!b', '-x', 'a\u001bb', '%PATH%', 'a b']) {
      const ran = await cli(above, ['new', '--no-install', `./${directory}/ok`]);
      expect(ran.code, ran.err).to.equal(0);
      const step = /^ +(cd .*)$/m.exec(ran.err)?.[1];
      expect(step).to.match(/^cd (?:[\w./]|"[^"$`!%-][^"$`!%]*"$|\(into ")/);
      expect(UNSHOWN.exec(ran.out + ran.err)).to.equal(null);
    }
  });

  it('names of files and directories reach a terminal escaped', async () => {
    const odd = join(above, 'b\u001b]0;evil\u0007\u202e');
    put(odd, 'package.json', '{}');
    put(odd, 'src/controller/.keep', '');
    for (const words of [
      ['destroy', 'controller', 'post'],
      ['migration', 'x'],
      ['controller', 'post', '-r'],
      ['controller', 'post', '-r'],
    ]) {
      const { out, err } = await cli(join(odd, 'src'), words);
      expect(UNSHOWN.exec(out + err), JSON.stringify(out + err)).to.equal(null);
    }
  });
});
