import { expect } from 'chai';
import { cli, makeDirectory, makeProject, removeDirectories, start } from '../fixture.ts';
import { makeOne } from '../inspect/projects.ts';
import { linesAt } from '../terminal.ts';

after(removeDirectories);

const env = process.env as Record<string, string>;

describe('rest-gen routes', function () {
  this.timeout(60_000);
  let root: string;
  before(() => {
    root = makeOne('js-esm', {
      'src/config/router.js':
        "export default [['/post/:id?', 'rest'], ['/old', 'post', 'proxy'], ['/v1/post/:id?', 'rest']];\n",
      'src/controller/v1/post.js':
        "import { Controller } from '@rest-gen/router';\nexport default class extends Controller { getAction() {} deleteAction() {} }\n",
      'src/logic/post.js': 'export default {};\n',
    });
  });

  for (const columns of [60, 80, 120]) {
    it(`prints a line for each rule in a terminal of ${columns} columns`, () => {
      const lines = linesAt(columns, root, 'routes');
      const end = lines.findIndex((line) => line.startsWith('note') || line === '');
      expect(lines.slice(0, end).map((line) => line.slice(0, 13))).to.deep.equal([
        '#  rule      ',
        "1  ['/post/:i",
        "2  ['/old', '",
        "3  ['/v1/post",
      ]);
      for (const line of lines.slice(0, end)) expect(line.length, line).to.be.at.most(columns);
    });
  }

  it('prints everything where it is piped', async () => {
    const { out, err } = await start(root, ['routes', '-c', 'v1']);
    expect(out).to.contain("'rest']  v1/post     GET         GET DELETE  src/controller/v1/post.js  (no logic)\n");
    expect(err).to.equal('');
  });

  it('says on a terminal where the rest is', async () => {
    const { err } = await cli(root, 'routes', { env, isTTY: true, columns: 60 });
    expect(err).to.contain('In full: rest-gen routes | less -S');
    expect((await cli(root, 'routes', { env, isTTY: true, columns: 160 })).err).to.equal('');
  });

  it('prints the rule that matches a path, as JSON', async () => {
    const ran = await cli(root, 'routes v1/post/7?x=1 -m delete --json', { env });
    expect(ran.code).to.equal(0);
    expect(JSON.parse(ran.out)).to.deep.equal({
      command: 'routes',
      root,
      routes: [
        {
          number: '3',
          rule: "['/v1/post/:id?', 'rest']",
          controller: 'v1/post',
          file: 'src/controller/v1/post.js',
          collection: ['GET', 'HEAD'],
          item: ['GET', 'HEAD', 'DELETE'],
        },
      ],
      notes: ['A path begins with a slash: /v1/post/7?x=1 was used.'],
    });
  });

  for (const [line, controllers] of [
    ['routes -c v1 -m DELETE', ['v1/post']],
    ['routes -c v', []],
    ['routes -m HEAD', ['post', 'v1/post']],
    ['routes /post/7', ['post']],
    ['routes /post/7 -c v1', []],
    ['routes /post/7 -m get -c v1', []],
  ] as const) {
    it(`filters: ${line}`, async () => {
      const { routes } = JSON.parse((await cli(root, `${line} --json`, { env })).out);
      expect(routes.map(({ controller }: { controller: string }) => controller)).to.deep.equal(controllers);
    });
  }

  const NOTHING: [line: string, note: string][] = [
    ['routes /tag', 'No rule matches /tag. To see why: rest-gen explain GET /tag'],
    ['routes /v1/post -m delete', 'No rule matches DELETE /v1/post. To see why: rest-gen explain DELETE /v1/post'],
    ['routes -c pots', 'No rule has the controller "pots". Did you mean post?'],
    ['routes -m put', 'No rule has the method PUT.'],
  ];
  for (const [line, note] of NOTHING) {
    it(`exits with 1 when nothing matches: ${line}`, async () => {
      const ran = await cli(root, line, { env });
      expect(ran).to.include({ code: 1, out: '' });
      expect(ran.err.replace(/\s+/g, ' ')).to.contain(note);
    });
  }

  it('needs a project with rules', async () => {
    expect(await cli(makeDirectory(), 'routes')).to.include({ code: 4, out: '' });
    const bare = await cli(makeProject('js-esm'), 'routes');
    expect(bare.code).to.equal(4);
    expect(bare.err).to.contain('E_NO_RULES');
  });
});
