import { spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { COMMANDS } from '../src/commands.ts';
import { BIN, cli, makeDirectory, makeProject, PACKAGE, put, removeDirectories } from './fixture.ts';
import { linesAt } from './terminal.ts';

after(removeDirectories);

/** What the examples of a command need in the project, by its command. */
const PREPARED: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    ['action', 'destroy', 'explain', 'migrate', 'openapi', 'routes', 'seed', 'types'].map((name) => [
      name,
      ['controller post title:string! -r'],
    ]),
  ),
  bundle: ['controller post title:string! -r'],
  check: ['controller post title:string! -r', 'policy post'],
  client: ['controller post title:string! -r'],
  policy: ['controller user name:string! -r', 'controller tag -r', 'controller post author_id:references!:user -r'],
  controller: [],
  webhooks: ['controller post title:string! -r', 'migration webhook_delivery'],
  work: ['controller post title:string! -r', 'migration scheduled_job'],
  migration: ['controller post title:string! -r'],
};

const RECORD = "export const up = (schema) => schema.alterTable('post', (t) => t.changes({ keep: '1 day' }));\n";

/** They run until they are stopped. */
const ENDLESS = /^rest-gen work$/;

/** The service of these examples does not run. */
const WITHOUT_SERVICE = /--from http/;

describe('the help', function () {
  this.timeout(120_000);

  for (const columns of [60, 80, 120]) {
    it(`lists the commands in groups in a terminal of ${columns} columns`, () => {
      const lines = linesAt(columns, PACKAGE, '--help');
      const groups = lines.filter((line) => /^\w+:$/.test(line));
      expect(groups).to.deep.equal([
        'Start:',
        'Write:',
        'Database:',
        'Inspect:',
        'Publish:',
        'Run:',
        'Shell:',
        'Options:',
      ]);
      const names = lines.flatMap((line) => /^ {2}(\w+) /.exec(line)?.[1] ?? []);
      expect(names).to.deep.equal([...Object.keys(COMMANDS), 'completion']);
      for (const line of lines) expect(line.length, line).to.be.at.most(Math.min(columns, 80));
      // A command is one line where there is room.
      if (columns >= 80) expect(lines.indexOf('Options:') - lines.indexOf('Start:')).to.equal(names.length + 14);
    });
  }

  for (const command of [...Object.keys(COMMANDS), 'completion']) {
    it(`of ${command} ends with two examples that work`, async () => {
      const { out } = await cli(PACKAGE, [command, '--help']);
      const examples = out
        .slice(out.lastIndexOf('\nExamples:\n'))
        .split('\n')
        .slice(2)
        .flatMap((line) => /^ {2}(rest-gen .*)/.exec(line)?.[1] ?? []);
      expect(examples).to.have.length(2);
      const root = await makeBlog(command);
      for (const line of examples) {
        const ends = ENDLESS.test(line) ? `timeout --preserve-status 5 ${line}` : line;
        const ran = shell(command === 'new' ? dirname(root) : root, ends);
        const message = `${line}\n${ran.stdout}${ran.stderr}`;
        if (WITHOUT_SERVICE.test(line)) expect(ran.stderr, message).not.to.contain('E_USAGE');
        else expect(ran.status, message).to.equal(0);
      }
    });
  }
});

// --- internal ---

async function makeBlog(command: string): Promise<string> {
  if (command === 'new') return join(makeDirectory(), 'app');
  if (command === 'logic') {
    const root = makeProject('js-esm', { files: { 'app/package.json': '{}' } });
    put(root, 'shop/src/logic/user.js', 'module.exports = class extends think.Logic {};\n');
    return join(root, 'app');
  }
  const root = makeProject('js-esm', { model: true, files: { 'seeds/1.js': 'export default async () => {};\n' } });
  for (const line of PREPARED[command] ?? []) expect(await cli(root, line), line).to.include({ code: 0 });
  if (command === 'work') {
    put(root, 'migrations/20990101000000_record_changes.js', RECORD);
    put(root, 'src/job/remind.js', "export default { schedule: '0 9 * * *', run: async () => {} };\n");
    expect(await cli(root, 'migrate'), 'migrate').to.include({ code: 0 });
  }
  return root;
}

/** Run a line as people type it; `npm` installs nothing. */
function shell(cwd: string, line: string) {
  const bin = makeDirectory();
  const programs = { npm: 'exit 0', 'rest-gen': `exec '${process.execPath}' '${BIN}' "$@"` };
  for (const [name, script] of Object.entries(programs)) {
    put(bin, name, `#!/bin/sh\n${script}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  const HOME = makeDirectory();
  put(HOME, '.config/fish/completions/keep', '');
  const env = { ...process.env, HOME, PATH: `${bin}:${process.env.PATH}` };
  return spawnSync('bash', ['-c', line], { cwd, env, encoding: 'utf8', timeout: 60_000 });
}
