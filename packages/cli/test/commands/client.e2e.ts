import { expect } from 'chai';
import { cli, put, read, removeDirectories } from '../fixture.ts';
import { makeOne } from '../inspect/projects.ts';

after(removeDirectories);

const env = process.env as Record<string, string>;

describe('rest-gen client', function () {
  this.timeout(60_000);
  let root: string;
  beforeEach(() => {
    root = makeOne('js-esm', {
      'src/config/router.js': "export default [['/post/:id', 'rest']];\n",
      'src/controller/post.js':
        "import { Controller } from '@rest-gen/router';\nexport default class extends Controller { getAction() {} }\n",
    });
  });

  it('writes the client, and says when it is out of date', async () => {
    expect(await cli(root, 'client --out web/api.ts --check', { env })).to.include({ code: 1 });
    expect(await cli(root, 'client --out web/api.ts', { env })).to.include({ code: 0, out: 'create     web/api.ts\n' });
    expect(read(root, 'web/api.ts')).to.contain("{ path: '/post', item: '/post/{id}' }");
    expect(await cli(root, 'client -o web/api.ts --check', { env })).to.include({ code: 0 });
    put(root, 'src/config/router.js', "export default [['/article/:id', '/post', 'rest']];\n");
    const late = await cli(root, 'client -o web/api.ts --check', { env });
    expect(late).to.include({ code: 1, out: 'update     web/api.ts\n' });
    expect(await cli(root, 'client -o web/api.ts', { env })).to.include({ code: 0 });
    expect(read(root, 'web/api.ts')).to.contain("path: '/article'");
  });

  it('overwrites only what it has written, and writes only TypeScript', async () => {
    put(root, 'api.ts', 'export {};\n');
    const taken = await cli(root, 'client -o api.ts', { env });
    expect(taken.code).not.to.equal(0);
    expect(taken.err).to.contain('E_CONFLICT');
    const wrong = await cli(root, 'client -o api.js', { env });
    expect(wrong.code).not.to.equal(0);
    expect(wrong.err).to.contain('E_USAGE');
    expect(read(root, 'api.ts')).to.equal('export {};\n');
  });
});
