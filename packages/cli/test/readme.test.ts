import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { cli, makeProject, PACKAGE, read, removeDirectories } from './fixture.ts';

after(removeDirectories);

const README = readFileSync(join(PACKAGE, 'README.md'), 'utf8');

describe('the session in the README', () => {
  const sessions = [...README.matchAll(/```console\n\$ npx rest-gen (.*)\n([\s\S]*?)```/g)];
  let root: string;
  before(() => {
    root = makeProject('ts-esm', { model: true });
  });

  it('has commands', () => expect(sessions).to.have.length(4));

  for (const [, line = '', output] of sessions) {
    it(`prints what is said: ${line}`, async () => {
      const ran = await cli(
        root,
        line.split(' ').map((word) => word.replace(/^'(.*)'$/, '$1')),
      );
      expect(ran.out + ran.err).to.equal(output);
    });
  }

  it('writes the files that are shown', () => {
    const blocks = [...README.matchAll(/`(src\/\w+\/post\.ts)`[^`]*```ts\n([\s\S]*?)```/g)];
    expect(blocks).to.have.length(2);
    for (const [, path = '', contents] of blocks) expect(read(root, path)).to.equal(contents);
  });
});
