import { expect } from 'chai';
import { EJECTABLE, planEject } from '../../src/eject/plan-eject.ts';
import { cli, fileNames, KINDS, makeProject, put, read, removeDirectories, thrownBy, tree } from '../fixture.ts';

after(removeDirectories);

const TEMPLATE = '.rest-gen/templates/controller.mjs';
const squeeze = (text: string) => text.replace(/\s+/g, ' ');

describe('rest-gen eject', () => {
  it('copies every template, and what they share', async () => {
    const root = makeProject('js-cjs');
    const ran = await cli(root, 'eject');
    expect(ran).to.include({ code: 0, err: '' });
    const names = [...EJECTABLE, 'kind'].map((name) => `.rest-gen/templates/${name}.mjs`);
    expect(fileNames(root).filter((name) => name.startsWith('.rest-gen'))).to.deep.equal(names.sort());
    expect(read(root, TEMPLATE)).to.match(
      /^\/\/ rest-gen \d+\.\d+\.\d+, values: base className esm hasFields logic name rest ts\n/,
    );
  });

  for (const kind of KINDS) {
    it(`changes nothing of what is generated until they are changed: ${kind}`, async () => {
      const [plain, ejected] = [makeProject(kind, { model: true }), makeProject(kind, { model: true })];
      await cli(ejected, 'eject');
      for (const line of ['controller post title:string! -r', 'controller health', 'migration idempotency_key']) {
        const expected = await cli(plain, line);
        expect((await cli(ejected, line)).code).to.equal(expected.code);
      }
      const files = fileNames(ejected).filter((name) => !name.startsWith('.rest-gen/templates/'));
      expect(files).to.deep.equal(fileNames(plain));
      for (const file of files) expect(read(ejected, file), file).to.equal(read(plain, file));
    });
  }

  it('generates what the changed template says', async () => {
    const root = makeProject('ts-esm');
    await cli(root, 'eject --only controller');
    put(root, TEMPLATE, 'export const controller = ({ className }) => ["// " + className + " of our house"];\n');
    await cli(root, 'controller post -r');
    expect(read(root, 'src/controller/post.ts')).to.equal('// Post of our house\n');
  });

  it('copies what is asked for', async () => {
    const root = makeProject('js-esm');
    await cli(root, 'eject --only migration,controller');
    expect(fileNames(root).filter((name) => name.startsWith('.rest-gen'))).to.deep.equal([
      '.rest-gen/templates/controller.mjs',
      '.rest-gen/templates/kind.mjs',
      '.rest-gen/templates/migration.mjs',
    ]);
    for (const line of ['eject --only page', ['eject', '--only', ','], ['eject', '--only=']] as const) {
      const ran = await cli(root, line);
      expect(ran.code).to.equal(2);
      expect(ran.err).to.contain('There is no template');
    }
  });

  it('leaves templates that were changed, unless --force is given', async () => {
    const root = makeProject('js-esm');
    await cli(root, 'eject');
    put(root, TEMPLATE, 'export const controller = () => [];\n');
    const before = tree(root);
    const ran = await cli(root, 'eject');
    expect(ran.out).to.contain(`skip       ${TEMPLATE}`).and.contain('identical  .rest-gen/templates/logic.mjs');
    expect(squeeze(ran.err)).to.contain(`Left as they are, since they were changed: ${TEMPLATE}. --force overwrites.`);
    expect(tree(root)).to.deep.equal(before);
    expect((await cli(root, 'eject --force')).out).to.contain(`overwrite  ${TEMPLATE}`);
    expect(read(root, TEMPLATE)).to.contain('// rest-gen ');
  });

  it('writes nothing with --dry-run', async () => {
    const root = makeProject('js-esm');
    const ran = await cli(root, 'eject --dry-run --json');
    expect(JSON.parse(ran.out)).to.deep.include({ command: 'eject', dryRun: true, written: false });
    expect(fileNames(root)).to.deep.equal(['package.json']);
  });

  it('says when a template was written for other values', async () => {
    const root = makeProject('js-esm');
    await cli(root, 'eject');
    put(
      root,
      TEMPLATE,
      read(root, TEMPLATE)
        .replace('hasFields', 'isLarge')
        .replace(/rest-gen \S+,/, 'rest-gen 1.0.9,'),
    );
    const ran = await cli(root, 'controller post -r');
    expect(squeeze(ran.err)).to.contain(
      `${TEMPLATE} is from rest-gen 1.0.9, and its values have changed since: new: hasFields; gone: isLarge.`,
    );
  });
});

describe('a template that cannot be used', () => {
  for (const [title, text, place, fault] of [
    ['throws', 'export function controller() {\n  throw new Error("no idea");\n}\n', ':2', 'no idea'],
    ['throws at its beginning', '\n\nthrow new Error("no idea");\n', ':3', 'no idea'],
    ['is no JavaScript', 'export function controller() {\n  return [;\n}\n', ':2', 'Unexpected token'],
    ['exports something else', 'export const other = () => [];\n', '', 'it exports no function controller'],
    ['gives a text', 'export const controller = () => "text";\n', '', 'gives string instead of a list of lines'],
    ['gives nothing', 'export const controller = () => null;\n', '', 'gives null instead of a list of lines'],
    ['gives a hole', 'export const controller = () => ["", 1];\n', '', 'gives a list whose element 1 is number'],
    ['throws no error', 'export const controller = () => { throw 12; };\n', '', '12'],
  ] as const) {
    it(`is named, and nothing is written: it ${title}`, async () => {
      const root = makeProject('js-esm', { files: { [TEMPLATE]: text } });
      const before = tree(root);
      const ran = await cli(root, 'controller post -r');
      expect(ran.code).to.equal(3);
      expect(squeeze(ran.err))
        .to.contain(`The template ${TEMPLATE}${place} `)
        .and.contain(fault)
        .and.contain('E_TEMPLATE');
      expect(tree(root)).to.deep.equal(before);
    });
  }
});

describe('planEject', () => {
  it('refuses a name that no template has', async () => {
    expect(await thrownBy(() => planEject('constructor'))).to.include({ code: 'E_USAGE' });
  });
});
