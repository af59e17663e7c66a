import { spawnSync } from 'node:child_process';
import { expect } from 'chai';
import { BIN, makeDirectory, PACKAGE, put, removeDirectories } from '../fixture.ts';
import { makeStub } from './projects.ts';

after(removeDirectories);

/** Run the command line without the NODE_PATH of pnpm, with which packages would be found everywhere. */
function run(root: string, command: string): { status: number | null; stderr: string } {
  const { NODE_PATH: _path, ...env } = process.env;
  return spawnSync(process.execPath, [BIN, command, '--cwd', root], { cwd: PACKAGE, encoding: 'utf8', env });
}

describe('a missing package', function () {
  this.timeout(60_000);

  const ROWS: [title: string, manifest: string, fix: string][] = [
    ['does not list it', '{}', 'npm install express @rest-gen/router @rest-gen/logic'],
    ['lists it, and it is not installed', '{ "dependencies": { "@rest-gen/router": "1" } }', 'npm install'],
  ];
  for (const [title, manifest, fix] of ROWS) {
    it(`is reported where package.json ${title}`, () => {
      const root = makeDirectory();
      put(root, 'package.json', manifest);
      put(root, 'src/config/router.js', 'module.exports = [];');
      const { status, stderr } = run(root, 'routes');
      expect(status).to.equal(4);
      expect(stderr)
        .to.contain('(E_NO_ROUTER)')
        .and.match(new RegExp(`\\n {6}${fix}\\n$`));
    });
  }

  it('is reported by openapi', () => {
    const { status, stderr } = run(makeStub('export default [];'), 'openapi');
    expect(status).to.equal(4);
    expect(stderr)
      .to.contain('(E_NO_OPENAPI)')
      .and.match(/\n {6}npm install @rest-gen\/openapi\n$/);
  });
});
