import { expect } from 'chai';
import { makeDirectory, PACKAGE, put, type Ran, removeDirectories, start } from '../fixture.ts';
import { makeStub } from './projects.ts';

after(removeDirectories);

/** Without the NODE_PATH of pnpm, with which packages are found everywhere. */
function run(root: string, command: string): Promise<Ran> {
  const { NODE_PATH: _path, ...env } = process.env;
  return start(PACKAGE, [command, '--cwd', root], env);
}

describe('a missing package', function () {
  this.timeout(60_000);

  const ROWS: [title: string, manifest: string, fix: string][] = [
    ['does not list it', '{}', 'npm install express @rest-gen/router @rest-gen/logic'],
    ['lists it, and it is not installed', '{ "dependencies": { "@rest-gen/router": "1" } }', 'npm install'],
  ];
  for (const [title, manifest, fix] of ROWS) {
    it(`is reported where package.json ${title}`, async () => {
      const root = makeDirectory();
      put(root, 'package.json', manifest);
      put(root, 'src/config/router.js', 'module.exports = [];');
      const { code, err } = await run(root, 'routes');
      expect(code).to.equal(4);
      expect(err)
        .to.contain('(E_NO_ROUTER)')
        .and.match(new RegExp(`\\n {6}${fix}\\n$`));
    });
  }

  it('is reported by openapi', async () => {
    const { code, err } = await run(makeStub('export default [];'), 'openapi');
    expect(code).to.equal(4);
    expect(err)
      .to.contain('(E_NO_OPENAPI)')
      .and.match(/\n {6}npm install @rest-gen\/openapi\n$/);
  });
});
