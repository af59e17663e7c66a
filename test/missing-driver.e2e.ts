import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { ROOT } from './workspace.ts';

const DRIVERS = ['pg', 'mysql2', '@photostructure'];
const SOURCES = {
  'package.json': '{ "type": "module", "name": "some", "version": "1.0.0" }',
  'src/config/model.js': `import { createModels } from '@rest-gen/model';
export default createModels(process.env.DATABASE_URL);`,
  'migrations/1_create_post.js': 'export const up = () => {};',
  'src/config/router.js': "export default [['/post/:id?', 'rest']];",
  'src/controller/rest.js': `import { Controller } from '@rest-gen/router';
export default class Rest extends Controller {
  static abstract = true;
  getAction() { return this.model().find(); }
}`,
  'src/controller/post.js': "import Rest from './rest.js';\nexport default class Post extends Rest {}",
  'src/server.js': `import express from 'express';
import { createRestRouter } from '@rest-gen/router';
const app = express();
app.use(createRestRouter());
app.listen(0, '127.0.0.1');`,
};

describe('a driver that is not installed', function () {
  this.timeout(60_000);
  let root: string;

  before(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'rest-gen-driver-')));
    for (const name of ['logic', 'model', 'router', 'inspect']) copyPackage(root, name);
    for (const [file, text] of Object.entries(SOURCES)) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), text);
    }
  });
  after(() => rmSync(root, { recursive: true, force: true }));

  for (const [scheme, store, name] of [
    ['postgres', 'PostgreSQL', 'pg'],
    ['mysql', 'MySQL and MariaDB', 'mysql2'],
  ] as const) {
    const start = (...args: string[]) =>
      spawnSync(process.execPath, args, {
        cwd: root,
        encoding: 'utf8',
        timeout: 30_000,
        env: { ...process.env, DATABASE_URL: `${scheme}://127.0.0.1/some`, NODE_OPTIONS: '' },
      });
    const cli = (...args: string[]) => start(join(ROOT, 'packages/cli/bin/rest-gen.js'), ...args);

    it(`stops the start with what to install: ${name}`, () => {
      const { status, stderr } = start('src/server.js');
      expect(stderr).to.equal(`E_MODEL_DRIVER\n  No driver for ${store} is installed\n  Run \`npm i ${name}\`.\n`);
      expect(status).to.equal(1);
    });

    for (const [command, ...args] of [['migrate'], ['migrate', '--pull'], ['check', '--store']] as const) {
      it(`is one message of rest-gen ${[command, ...args].join(' ')}: ${name}`, () => {
        const { status, stdout, stderr } = cli(command, ...args);
        const text = `${stdout}${stderr}`.replace(/\s+/g, ' ');
        expect(text).to.include(`No driver for ${store} is installed`).and.include(`\`npm i ${name}\``);
        expect(text.split('No driver for')).to.have.length(2);
        expect(text).not.to.match(/\bat .*:\d+:\d+|Run it where/);
        expect(status).to.equal(1);
      });
    }
  }
});

// --- internal ---

/** A package with its dependencies, away from the drivers of the workspace. */
function copyPackage(root: string, name: string): void {
  const from = join(ROOT, 'packages', name);
  const to = join(root, 'node_modules/@rest-gen', name);
  for (const part of ['dist', 'package.json']) cpSync(join(from, part), join(to, part), { recursive: true });
  for (const entry of readdirSync(join(from, 'node_modules'))) {
    const scoped = entry.startsWith('@')
      ? readdirSync(join(from, 'node_modules', entry)).map((one) => join(entry, one))
      : [entry];
    for (const dependency of scoped) {
      const link = join(root, 'node_modules', dependency);
      if (entry === '.bin' || entry === '@rest-gen' || DRIVERS.includes(entry) || existsSync(link)) continue;
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(join(from, 'node_modules', dependency), link, 'junction');
    }
  }
}
