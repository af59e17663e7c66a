import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { format } from 'node:util';
import { expect } from 'chai';
import express from 'express';
import { cli, makeProject, put, removeDirectories } from '../packages/cli/test/fixture.ts';
import { createRestRouter } from '../packages/inspect/test/create-router.ts';
import { printer as debug } from '../packages/router/src/core/debug.ts';
import { Controller, type ControllerClass, type RuleConfig } from '../packages/router/src/index.ts';
import { readTranscripts } from '../packages/router/test/http-docs/read-transcripts.ts';
import { runCurl } from '../packages/router/test/http-docs/run-curl.ts';
import { keepQuiet } from '../packages/router/test/serve.ts';
import { isSame } from './guides/is-same.ts';
import { readText } from './workspace.ts';

const page = readText('docs/debugging.md');
const files = new Map(
  [...page.matchAll(/^```js\n\/\/ ([\w./-]+)\n([\s\S]*?)^```$/gm)].map(([, path = '', text = '']) => [path, text]),
);
/** For each reason of the table: rules, the last of which does not match the path for that reason. */
const REASONS: readonly (readonly [rules: readonly RuleConfig[], path: string])[] = [
  [[['/user', 'x', 'rest']], '/usr/12'],
  [[[/\/user\/(\d+)/, 'x', 'rest']], '/user/abc'],
  [[[/\/user\/(\d+)/, 'x', 'rest']], '/user/1/comments'],
  [[['/user/:id', 'x', 'rest']], '/user'],
  [[[/\/User/, 'x', 'rest']], '/user'],
  [[['/user', 'x', 'rest', { strict: true }]], '/user/'],
  [
    [
      ['/a', 'x', 'rest'],
      ['/a', 'x', 'rest'],
      ['/a', 'x', 'rest'],
      { match: '/admin', rules: [['/user', 'x', 'rest']] },
    ],
    '/user',
  ],
  [
    [
      ['/user', 'x', 'rest'],
      ['/post', 'x', 'rest'],
    ],
    '/user',
  ],
  [[['/user', 'x', 'get']], '/user'],
  [[[/user\/(\d+)/, 'x', 'rest']], '/user/12'],
  [[{ match: '/user', rules: [['/:id', 'x', 'rest']] }], '/user/12'],
  [[[/\/user\?page=(\d+)/, 'x', 'rest']], '/user'],
  [[[/\/a(?!b)\w/, 'x', 'rest']], '/ab'],
];

const NAMES = ['post', 'draft', 'api/note'];

class Answering extends Controller {
  getAction() {}
}

describe('docs/debugging.md', function () {
  this.timeout(60_000);
  keepQuiet();
  let root: string;
  let server: Server | undefined;
  /** The output of the service. */
  let printed: string[] = [];
  const { log } = debug;

  before(() => {
    debug.log = (...args: unknown[]) => void printed.push(format(...args).replace(/^\S+Z @/, '@'));
    root = makeProject('js-esm', { files: Object.fromEntries(files) });
    const user = files.get('src/controller/user.js') as string;
    for (const name of NAMES) {
      const word = name.slice(name.lastIndexOf('/') + 1);
      put(root, `src/controller/${name}.js`, user.replaceAll('User', word).replaceAll('user', word));
    }
  });
  after(() => {
    server?.close();
    // `null` restores the behavior of `debug.enable`.
    Object.assign(debug, { enabled: null, log });
    removeDirectories();
  });

  /** Serve the project of the page, like its `src/app.js`. */
  async function serve(): Promise<string> {
    const load = async (path: string) => (await import(pathToFileURL(join(root, path)).href)).default as unknown;
    const names = ['user', ...NAMES];
    const classes = await Promise.all(names.map((name) => load(`src/controller/${name}.js`)));
    const controllers = Object.fromEntries(names.map((name, at) => [name, classes[at] as ControllerClass]));
    let line = '';
    const take = (text: string) => {
      line = text;
    };
    const rules = (await load('src/config/router.js')) as RuleConfig[];
    const router = createRestRouter({ rules, controllers, log: take });
    server?.close();
    server = express().disable('x-powered-by').use(router, router.notFound).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return line;
  }

  /** The output of a command. */
  async function run(command: string, section: string): Promise<string> {
    const rest = /^npx rest-gen (.+)$/.exec(command)?.[1];
    if (rest !== undefined) return (await cli(root, rest, { env: process.env as Record<string, string> })).out;
    if (command.endsWith('node src/app.js')) return serve();
    const { port } = (server as Server).address() as AddressInfo;
    printed = [];
    debug.enabled = section === 'Watch the service';
    const { status, headers, body } = await runCurl(command, port);
    if (debug.enabled) return printed.join('\n');
    const type = headers.filter((field) => field.startsWith('Content-Type'));
    return [status, ...type, '', JSON.stringify(JSON.parse(body), undefined, 2)].join('\n');
  }

  for (const { command, answer, section } of readTranscripts(page)) {
    it(`${section}: ${command}`, async () => {
      const shown = (await run(command, section)).trimEnd();
      if (!isSame(answer, shown)) expect(shown).to.equal(answer);
    });
  }

  it('has a test that passes', () => {
    const { status, stderr } = spawnSync(process.execPath, ['test/rules.test.js'], { cwd: root, encoding: 'utf8' });
    expect({ status, stderr }).to.deep.equal({ status: 0, stderr: '' });
  });

  const reasons = [...page.matchAll(/^\| `(.+?)` \|/gm)].map(([, reason = '']) => reason);
  it('lists every reason', () => {
    expect(reasons).to.have.length(REASONS.length);
  });
  for (const [at, [rule, path]] of REASONS.entries()) {
    it(`explains: ${reasons[at]}`, () => {
      const { tried } = createRestRouter({ rules: rule, controllers: { x: Answering } }).explain('GET', path);
      expect(tried.at(-1)?.reason).to.satisfy((reason: string) => isSame(reasons[at] as string, reason));
    });
  }
});
