import { expect } from 'chai';
import { cli, fileNames, makeProject, put, read, removeDirectories } from '../fixture.ts';

after(removeDirectories);

const FIELDS = ['title:string!', 'body:text'];

describe('rest-gen logic', () => {
  for (const kind of ['ts-esm', 'js-cjs'] as const) {
    for (const flags of [['-r'], []]) {
      it(`writes what controller ${flags.join('')} writes, and nothing else (${kind})`, async () => {
        const [whole, alone] = [makeProject(kind), makeProject(kind)];
        await cli(whole, ['controller', 'v1/post', ...FIELDS, ...flags]);
        const path = `src/logic/v1/post.${kind.slice(0, 2)}`;
        const before = fileNames(alone);
        const ran = await cli(alone, ['logic', 'v1/post', ...FIELDS, ...flags]);
        expect(ran).to.include({ code: 0, out: `create     ${path}\n` });
        expect(read(alone, path)).to.equal(read(whole, path));
        expect(fileNames(alone).filter((name) => !before.includes(name))).to.eql([path]);
        expect((await cli(alone, ['logic', 'v1/post', ...FIELDS, ...flags])).out).to.equal(`identical  ${path}\n`);
      });
    }
  }

  it('begins a REST resource with a field, as controller does', async () => {
    const [whole, alone] = [makeProject('ts-esm'), makeProject('ts-esm')];
    await cli(whole, 'controller post -r');
    await cli(alone, 'logic post -r');
    expect(read(alone, 'src/logic/post.ts')).to.equal(read(whole, 'src/logic/post.ts'));
  });

  it('says when there is no controller', async () => {
    const root = makeProject('ts-esm', { files: { 'src/controller/post.ts': '' } });
    expect((await cli(root, 'logic tag')).err).to.equal('note  There is no controller tag that uses this logic.\n');
    expect((await cli(root, 'logic post')).err).to.equal('');
  });

  it('leaves a file that says something else: exit code 3, --diff, --skip, --force', async () => {
    const root = makeProject('ts-esm', { files: { 'src/controller/post.ts': '' } });
    await cli(root, ['logic', 'post', ...FIELDS, '-r']);
    const written = read(root, 'src/logic/post.ts');
    const other = ['logic', 'post', 'title:text', '-r'];
    expect(await cli(root, other)).to.include({ code: 3, out: 'conflict   src/logic/post.ts\n' });
    expect((await cli(root, [...other, '--diff'])).out).to.contain('+  title: { string: true, nullable: true },');
    expect(await cli(root, [...other, '--skip'])).to.include({ code: 0, out: 'skip       src/logic/post.ts\n' });
    expect(read(root, 'src/logic/post.ts')).to.equal(written);
    const forced = await cli(root, [...other, '--force', '--json']);
    expect(JSON.parse(forced.out)).to.deep.include({ command: 'logic', name: 'post', written: true, dryRun: false });
    expect(read(root, 'src/logic/post.ts')).not.to.equal(written);
  });

  it('writes nothing for a dry run, and refuses names and fields', async () => {
    const root = makeProject('ts-esm');
    put(root, 'src/controller/post.ts', '');
    const before = fileNames(root);
    expect((await cli(root, 'logic post --dry-run')).err).to.equal('note  Nothing was written.\n');
    expect((await cli(root, 'logic ../x')).code).to.equal(2);
    expect((await cli(root, 'logic post title:strnig')).code).to.equal(2);
    expect(fileNames(root)).to.deep.equal(before);
  });
});
