import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { cli, makeProject, put, read, removeDirectories, WORKSPACE } from '../fixture.ts';

after(removeDirectories);

describe('docs/from-thinkjs.md, "Convert the logic"', () => {
  const page = readFileSync(join(WORKSPACE, 'docs/from-thinkjs.md'), 'utf8');
  const section = page.split(/^## /m).find((text) => text.startsWith('Convert the logic')) ?? '';
  const fileOf = (path: string) => section.split(`// ${path}\n`)[1]?.split('```')[0] ?? '';

  it('shows what the command prints and writes', async () => {
    const root = makeProject('js-esm', {
      files: { 'app/package.json': '{ "type": "module", "dependencies": { "@rest-gen/logic": "*" } }' },
    });
    put(root, 'shop/src/logic/order.js', fileOf('../shop/src/logic/order.js').trimStart());
    const ran = await cli(join(root, 'app'), ['logic', '--from-thinkjs', '../shop']);
    const printed = /```text\n([\s\S]*?)```/.exec(section)?.[1];
    expect(ran.out + ran.err).to.equal(printed);
    expect(read(root, 'app/src/logic/order.js')).to.equal(fileOf('src/logic/order.js'));
  });
});
