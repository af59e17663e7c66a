import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { render } from '../packages/cli/src/render.ts';
import { runCurl } from '../packages/router/test/http-docs/run-curl.ts';
import { ROOT, readText } from './workspace.ts';

const APP = `import { createRestRouter } from '@rest-gen/router';
import express from 'express';
const server = express().use(createRestRouter()).listen(0, '127.0.0.1', () => console.log('port', server.address().port));
`;
const MODEL = `import { createModels } from '@rest-gen/model';
export default createModels('sqlite:./app.sqlite3');
`;

type Failure = { readonly stdout: string; readonly stderr: string; readonly code?: number };

const BIN = join(ROOT, 'packages/cli/bin/rest-gen.js');

describe('docs/change-a-field.md', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rest-gen-field-'));
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  let server: { readonly process: ChildProcess; readonly port: number } | undefined;

  before(async () => {
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
    write('package.json', '{ "name": "tracker", "version": "1.0.0", "type": "module" }');
    write('src/app.js', APP);
    write('src/config/model.js', MODEL);
    write('src/controller/rest.js', await render('rest', { ts: false, esm: true }));
  });
  after(async () => {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const stop = async (): Promise<void> => {
    if (server === undefined) return;
    server.process.kill();
    await once(server.process, 'exit');
    server = undefined;
  };
  const start = async (): Promise<number> => {
    if (server !== undefined) return server.port;
    const child = spawn(process.execPath, ['src/app.js'], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
    let text = '';
    for await (const chunk of child.stdout) {
      text += chunk;
      if (/port \d+\n/.test(text)) break;
    }
    server = { process: child, port: Number(/port (\d+)/.exec(text)?.[1]) };
    return server.port;
  };

  // The blocks of the page are one story: files are written, then commands run.
  for (const block of readText('docs/change-a-field.md').matchAll(/^```(js|console)\n([\s\S]*?)^```$/gm)) {
    const [, kind, text = ''] = block;
    const [, path = ''] = /^\/\/ (\S+)\n/.exec(text) ?? [];
    if (kind === 'js')
      it(`writes ${path}`, async () => {
        await stop();
        write(path, text);
      });
    else
      for (const [, command = '', answer = ''] of text.matchAll(/^\$ (.*)\n((?:(?!\$ ).*\n)*)/gm))
        it(command, () => (command.startsWith('curl') ? checkAnswer(command, answer) : checkOutput(command, answer)));
  }

  async function checkAnswer(command: string, answer: string): Promise<void> {
    const { status, headers, body } = await runCurl(command, await start());
    const [head = '', shown = ''] = answer.split('\n\n');
    const [line, ...fields] = head.split('\n');
    expect([status, ...headers]).to.include.members([line, ...fields]);
    if (shown !== '') expect(body).to.equal(shown.trimEnd());
  }

  async function checkOutput(command: string, answer: string): Promise<void> {
    await stop();
    const [, , ...words] = command.split(' ');
    const run = promisify(execFile)(process.execPath, [BIN, ...words], { cwd: folder });
    const { stdout, stderr, code = 0 }: Failure = await run.catch((error: Failure) => error);
    const lines = `${stdout}${stderr}`.trimEnd().split('\n');
    const shown = answer.trimEnd().split('\n');
    // A line "…" stands for lines that are left out.
    if (shown.includes('…')) expect(lines).to.include.members(shown.filter((line) => line !== '…'));
    else expect(lines).to.eql(shown);
    expect(code).to.equal(shown.some((line) => line.startsWith('breaking')) ? 1 : 0);
  }
});
