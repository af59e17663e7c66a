import { expect } from 'chai';
import { TEMPLATES, templateFile } from '../../src/render.ts';
import { cli, fileNames, makeProject, put, read, removeDirectories, tree } from '../fixture.ts';

after(removeDirectories);

const TEMPLATE = 'templates/controller.ejs';
const squeeze = (text: string) => text.replace(/\s+/g, ' ');

describe('rest-gen eject', () => {
  it('copies every template', async () => {
    const root = makeProject('js-cjs');
    expect(await cli(root, 'eject')).to.include({ code: 0, err: '' });
    const files = fileNames(root).filter((name) => name.startsWith('templates/'));
    expect(files).to.deep.equal(TEMPLATES.map((name) => `templates/${name}.ejs`).sort());
    expect(read(root, TEMPLATE)).to.equal(read('/', templateFile('controller')));
  });

  for (const [kind, lineEnd] of [
    ['ts-esm', '\n'],
    ['js-cjs', '\n'],
    // As an editor on Windows writes the templates.
    ['ts-esm', '\r\n'],
  ] as const) {
    it(`does not change what is generated: ${kind}, lines that end with ${JSON.stringify(lineEnd)}`, async () => {
      const [plain, ejected] = [makeProject(kind, { model: true }), makeProject(kind, { model: true })];
      await cli(ejected, 'eject');
      for (const name of fileNames(ejected).filter((name) => name.startsWith('templates/')))
        put(ejected, name, read(ejected, name).replaceAll('\n', lineEnd));
      const lines = ['controller post title:string! -r', 'action post archive', 'controller health'];
      for (const line of [...lines, 'migration idempotency_key']) {
        const expected = await cli(plain, line);
        expect((await cli(ejected, line)).code).to.equal(expected.code);
      }
      const files = fileNames(ejected).filter((name) => !name.startsWith('templates/'));
      expect(files).to.deep.equal(fileNames(plain));
      for (const file of files) expect(read(ejected, file), file).to.equal(read(plain, file));
    });
  }

  it('generates with a changed template', async () => {
    const root = makeProject('ts-esm');
    await cli(root, 'eject --only controller');
    put(root, TEMPLATE, '// <%= className %> & others\n');
    await cli(root, 'controller post -r');
    expect(read(root, 'src/controller/post.ts')).to.equal('// Post & others\n');
    expect((await cli(root, 'destroy controller post')).out).to.contain('remove     src/controller/post.ts');
  });

  it('copies some templates with --only', async () => {
    const root = makeProject('js-esm');
    await cli(root, 'eject --only migration,controller');
    const files = fileNames(root).filter((name) => name.startsWith('templates/'));
    expect(files).to.deep.equal(['templates/controller.ejs', 'templates/migration.ejs']);
    for (const line of ['eject --only page', ['eject', '--only', ',']] as const) {
      const ran = await cli(root, line);
      expect(ran.code).to.equal(2);
      expect(ran.err).to.contain('There is no template');
    }
  });

  it('keeps templates that were changed, unless --force is given', async () => {
    const root = makeProject('js-esm');
    await cli(root, 'eject');
    put(root, TEMPLATE, 'mine\n');
    const before = tree(root);
    const ran = await cli(root, 'eject');
    expect(ran.out).to.contain(`skip       ${TEMPLATE}`).and.contain('identical  templates/logic.ejs');
    expect(squeeze(ran.err)).to.contain(`Not overwritten, because they were changed: ${TEMPLATE}. See --force.`);
    expect(tree(root)).to.deep.equal(before);
    expect((await cli(root, 'eject --force')).out).to.contain(`overwrite  ${TEMPLATE}`);
  });

  it('writes nothing with --dry-run', async () => {
    const root = makeProject('js-esm');
    const ran = await cli(root, 'eject --dry-run --json');
    expect(JSON.parse(ran.out)).to.deep.include({ command: 'eject', dryRun: true, written: false });
    expect(fileNames(root)).to.deep.equal(['package.json']);
  });
});

describe('a template of the project that fails', () => {
  for (const [title, text, place, reason] of [
    ['uses a value that does not exist', '// one\n<%= clasName %>\n', ':2', 'clasName is not defined'],
    ['throws', '<% throw new Error("no idea"); %>\n', ':1', 'no idea'],
    ['is not JavaScript', '<% if ( { %>\n', '', 'Unexpected token'],
    ['does not end a tag', '<% if (true) {\n', '', 'Could not find matching close tag'],
  ] as const) {
    it(`is named in the error, and nothing is written, when it ${title}`, async () => {
      const root = makeProject('js-esm', { files: { [TEMPLATE]: text } });
      const before = tree(root);
      const ran = await cli(root, 'controller post -r');
      expect(ran.code).to.equal(3);
      expect(squeeze(ran.err))
        .to.contain(`The template ${TEMPLATE}${place} failed: ${reason}`)
        .and.contain('E_TEMPLATE');
      expect(tree(root)).to.deep.equal(before);
    });
  }
});
