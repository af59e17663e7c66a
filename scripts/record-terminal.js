// Records docs/images/terminal.svg: runs its commands in a new project, and writes what they print.
// With `--check` it fails when the picture shows something else than they print now. Needs a build and curl.
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { drawTerminal } from './draw-terminal.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PICTURE = join(ROOT, 'docs/images/terminal.svg');
const SERVE = 'npm run -s dev &';
const COMMANDS = [
  "npx rest-gen controller post 'title:string!' -r",
  SERVE,
  `curl --json '{"title":"Hello"}' localhost:3000/post`,
  `curl --json '{"titel":"Hello"}' localhost:3000/post`,
  "curl 'localhost:3000/post?fields=id,title&sort=-id'",
];

const picture = drawTerminal(await record());
if (!process.argv.includes('--check')) writeFileSync(PICTURE, picture);
else if (readFileSync(PICTURE, 'utf8') !== picture) {
  console.error(
    'The commands print something else than docs/images/terminal.svg shows: node scripts/record-terminal.js',
  );
  process.exitCode = 1;
}

// --- internal ---

/** @returns {Promise<{ command: string, output: string }[]>} */
async function record() {
  const directory = mkdtempSync(join(tmpdir(), 'rest-gen-recording-'));
  const project = join(directory, 'blog');
  const stops = [];
  try {
    execFileSync(process.execPath, [join(ROOT, 'packages/cli/bin/rest-gen.js'), 'new', 'blog', '--no-install'], {
      cwd: directory,
      stdio: 'ignore',
    });
    linkPackages(join(project, 'node_modules'));
    const recorded = [];
    let origin = '';
    for (const command of COMMANDS) {
      if (command === SERVE) {
        const server = await serve(project);
        stops.push(server.stop);
        origin = server.lines[0].replace('http://', '');
        recorded.push({ command, output: server.lines.join('\n').replace(origin, '127.0.0.1:3000') });
      } else {
        const run = command.replace('localhost:3000', origin).replace(/^curl/, 'curl -s');
        const { stdout } = await promisify(execFile)('sh', ['-c', run], { cwd: project });
        recorded.push({ command, output: withOneTime(stdout) });
      }
    }
    return recorded;
  } finally {
    for (const stop of stops) await stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** What an installation would bring, from this checkout. */
function linkPackages(folder) {
  mkdirSync(join(folder, '.bin'), { recursive: true });
  const installed = join(ROOT, 'node_modules');
  for (const name of readdirSync(installed).filter((name) => !name.startsWith('.'))) {
    symlinkSync(join(installed, name), join(folder, name));
  }
  symlinkSync(join(ROOT, 'packages/cli/node_modules/tsx'), join(folder, 'tsx'));
  symlinkSync('../tsx/dist/cli.mjs', join(folder, '.bin/tsx'));
  symlinkSync(join(ROOT, 'packages/cli/bin/rest-gen.js'), join(folder, '.bin/rest-gen'));
  // Projects of a Node that runs TypeScript watch with nodemon, which no package here needs: no file is changed in the recording.
  writeFileSync(join(folder, '.bin/nodemon'), '#!/bin/sh\nexec node src/server.ts\n', { mode: 0o755 });
}

/** Start the server on a free port; `lines` is what it prints: its address and its rules. */
async function serve(cwd) {
  // A group of its own: npm does not end the programs that it has started.
  const child = spawn('sh', ['-c', SERVE.replace('&', '2>&1')], {
    cwd,
    detached: true,
    env: { ...process.env, PORT: '0' },
  });
  const lines = [];
  const output = createInterface(child.stdout);
  const stop = async () => {
    const ended = once(child, 'exit');
    process.kill(-child.pid);
    await ended;
  };
  output.on('line', (line) => lines.push(line));
  while (lines.length < 2) {
    const [line] = await Promise.race([once(output, 'line'), once(output, 'close')]);
    if (line === undefined) throw new Error(`The server does not start:\n${lines.join('\n')}`);
  }
  return { lines, stop };
}

/** @param {string} text */
function withOneTime(text) {
  return text
    .replace(/\b\d{14}(?=_)/g, '20260101120000')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '2026-01-01T12:00:00.000Z');
}
