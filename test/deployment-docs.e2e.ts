import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { resolveOptions } from '../packages/server/src/options.ts';
import { compilePrograms } from './compile-programs.ts';
import { readText } from './workspace.ts';

const page = readText('docs/deployment.md');

describe('docs/deployment.md', () => {
  it('has programs that compile', async function () {
    this.timeout(60_000);
    const programs = [...page.matchAll(/^```js\n([\s\S]*?)^```/gm)].map(([, text = ''], index) => {
      return [`program-${index}.ts`, text] as const;
    });
    expect(programs).to.have.length(2);
    // The second program starts this file.
    const server = "import './program-0.js';\n";
    expect(await compilePrograms({ ...Object.fromEntries(programs), 'server.ts': server })).to.equal('');
  });

  for (const [signal, receiver] of [
    ['SIGTERM', 'its first process'],
    ['SIGINT', 'all its processes'],
  ] as const) {
    it(`has a cluster that finishes pending requests when ${signal} is sent to ${receiver}`, async function () {
      this.timeout(60_000);
      const cluster = await startCluster();
      const answered = fetch(cluster.url).then((response) => response.text());
      await cluster.printed(/asked/);
      const ended = once(cluster.child, 'exit');
      process.kill(signal === 'SIGINT' ? -cluster.pid : cluster.pid, signal);
      expect(await answered).to.equal('answered');
      expect(await ended).to.deep.equal([0, null]);
    });
  }

  it('names the environment variables in use', () => {
    const named = [...page.matchAll(/`([A-Z]+(?:_[A-Z]+)*)(?:=[^`]*)?`/g)].map(([, name]) => name);
    expect(new Set(named)).to.eql(new Set(['NODE_ENV', 'DATABASE_URL', 'DEBUG']));
  });

  it('has the defaults in force', () => {
    expect(readText('packages/model/src/create-models.ts')).to.include('connections = 10');
    expect(readText('packages/router/src/options.ts')).to.include('body: 102_400').and.to.include('?? 30_000');
    expect(resolveOptions({}).keepAliveTimeout).to.equal(65_000);
  });
});

// --- internal ---

/** Run the program of the page with a slow server. */
async function startCluster() {
  const directory = mkdtempSync(join(tmpdir(), 'rest-gen-cluster-'));
  const program = /^```js\n(import cluster[\s\S]*?)^```/m.exec(page)?.[1] as string;
  // Two workers, regardless of the number of cores.
  writeFileSync(join(directory, 'cluster.mjs'), program.replace('= availableParallelism()', '= 2'));
  writeFileSync(join(directory, 'package.json'), '{ "type": "module" }');
  writeFileSync(
    join(directory, 'server.js'),
    `import { createServer, gracefulShutdown } from '${new URL('../packages/server/src/index.ts', import.meta.url)}';
    const server = createServer((req, res) => {
      console.log('asked');
      setTimeout(() => res.end('answered'), 500);
    });
    gracefulShutdown(server);
    server.listen(0, '127.0.0.1', () => console.log('port ' + server.address().port));`,
  );
  // A process group, like a command in a terminal.
  const child = spawn(process.execPath, [...process.execArgv, join(directory, 'cluster.mjs')], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child.once('exit', () => rmSync(directory, { recursive: true }));
  let text = '';
  child.stdout.on('data', (chunk) => {
    text += chunk;
  });
  const printed = async (pattern: RegExp): Promise<RegExpExecArray> => {
    for (;;) {
      const found = pattern.exec(text);
      if (found) return found;
      await once(child.stdout, 'data');
    }
  };
  const [, port] = await printed(/port (\d+)/);
  return { child, pid: child.pid as number, url: `http://127.0.0.1:${port}`, printed };
}
