import { expect } from 'chai';
import { cli, fileNames, makeProject, read, removeDirectories } from '../fixture.ts';

after(removeDirectories);

const FIELDS = ['title:string!', 'body:text'];

describe('rest-gen logic', () => {
  for (const kind of ['ts-esm', 'js-cjs'] as const) {
    for (const flags of [['-r'], []] as const) {
      it(`writes the same logic as controller, and nothing else (${kind} ${flags.join('')})`, async () => {
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

  it('has a note when there is no controller', async () => {
    const root = makeProject('ts-esm', { files: { 'src/controller/post.ts': '' } });
    expect((await cli(root, 'logic tag')).err).to.equal('note  There is no controller tag that uses this logic.\n');
    expect((await cli(root, 'logic post')).err).to.equal('');
  });

  it('has --diff, --skip and --force for a file that differs', async () => {
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
});
