import { expect } from 'chai';
import { cli, removeDirectories } from '../fixture.ts';
import { makeOne } from '../inspect/projects.ts';

after(removeDirectories);

const env = process.env as Record<string, string>;

describe('rest-gen explain', function () {
  this.timeout(60_000);
  let root: string;
  before(() => {
    root = makeOne('js-esm', {
      'src/config/router.js': "export default [[/\\/post(?:\\/(\\d+))?/, 'post?id=:1', 'rest']];\n",
    });
  });

  const ANSWERS: [line: string, code: number, first: string, status: string][] = [
    ['explain /post/1', 0, 'GET /post/1', '200'],
    ['explain get http://127.0.0.1:3000/post/1?x=1#y', 0, 'GET /post/1', '200'],
    ['explain HEAD /post', 0, 'HEAD /post', '200'],
    ['explain options /post', 0, 'OPTIONS /post', '204'],
    ['explain DELETE /post/1', 1, 'DELETE /post/1', '405'],
    ['explain /post/abc', 1, 'GET /post/abc', '404'],
    ['explain /post/%zz', 1, 'GET /post/%zz', '404'],
  ];
  for (const [line, code, first, status] of ANSWERS) {
    it(`exits with ${code} for ${line}`, async () => {
      const ran = await cli(root, line, { env });
      expect(ran).to.include({ code, err: '' });
      expect(ran.out).to.match(new RegExp(`^${first.replaceAll('/', '\\/')}\n[^]*\n${status}  `));
    });
  }

  it('finds the controller that rest-gen controller adds to rules which end with one for every path', async () => {
    const rules = "export default [\n  // Everything else is a post.\n  ['/:path*', '/post', 'rest'],\n];\n";
    const added = makeOne('js-esm', { 'src/config/router.js': rules });
    expect(await cli(added, 'controller v1/health')).to.include({ code: 0 });
    const said = await cli(added, 'explain /v1/health', { env });
    expect(said).to.include({ code: 0, err: '' });
    expect(said.out).to.contain('\ncontroller  v1/health (src/controller/v1/health.js)\n');
  });

  it('accepts a URL that is longer than an argument of a process can be', async () => {
    const { code, err } = await cli(root, ['explain', '/é'.repeat(30_000)], { env });
    expect({ code, err }).to.deep.equal({ code: 1, err: '' });
  });

  it('prints the explanation as JSON, with a note about the path', async () => {
    const ran = await cli(root, 'explain post/abc --json', { env });
    expect(ran.code).to.equal(1);
    const { command, explanation, notes } = JSON.parse(ran.out);
    expect(command).to.equal('explain');
    expect(explanation).to.include({ method: 'GET', path: '/post/abc', status: 404 });
    expect(explanation.tried).to.have.length(1);
    expect(notes).to.deep.equal(['A path begins with a slash: /post/abc was used.']);
  });

  it('colors the status and the hint on a terminal', async () => {
    const ran = await cli(root, 'explain /post/abc', { env: { ...env, NO_COLOR: '' }, isTTY: true });
    expect(ran.out).to.contain('\n\u001b[31m404\u001b[39m  ').and.contain('\n\u001b[33mhint\u001b[39m ');
  });

  const REFUSED: [line: string | string[], message: string][] = [
    ['explain', 'Usage: rest-gen explain [method] <url>.'],
    ['explain DELETE', 'The URL is missing. (E_USAGE) Write rest-gen explain DELETE /post/1.'],
    ['explain /post/1 DELETE', '"/post/1" is not a method. (E_USAGE) Write one of GET'],
    ['explain GET /post /tag', 'Unknown argument: /tag.'],
    ['explain -', 'The URL is empty, or "-".'],
    [['explain', ''], 'The URL is empty, or "-".'],
    [['explain', 'GET', ''], 'The URL is empty, or "-".'],
    ['routes -', 'The URL is empty, or "-".'],
  ];
  for (const [line, message] of REFUSED) {
    it(`refuses "${line}"`, async () => {
      const ran = await cli(root, line, { env });
      expect(ran).to.include({ code: 2, out: '' });
      expect(ran.err.replace(/\s+/g, ' ')).to.contain(message);
    });
  }
});
