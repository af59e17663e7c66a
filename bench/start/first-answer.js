// Node's start, loading and connecting, to the first answer out of PostgreSQL: a built project of the generator beside Express with `pg`, each
// in a process of its own. Then the size of an install. node bench/start/first-answer.js [rounds], after a build.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ask } from '../http/ask.js';
import { readCpu } from '../http/cpu.js';
import { median } from '../http/measure.js';
import { createDatabase } from '../store/databases.js';
import { installProject } from './install-project.js';

const ROUNDS = Number(process.argv[2] ?? 15);
const MAX_RATIO = 1.5;
// With certificates of one's own Node 20 takes longer to start, whatever it runs.
const { NODE_EXTRA_CA_CERTS: _certificates, NODE_OPTIONS: _options, ...environment } = process.env;

const directory = mkdtempSync(join(tmpdir(), 'rest-gen-start-'));
let isMet = true;
try {
  const { project, libraries } = installProject(directory);
  const byHand = join(project, 'express-pg.mjs');
  copyFileSync(fileURLToPath(new URL('./express-pg.js', import.meta.url)), byHand);
  await compare(project, {
    express: [byHand],
    ours: ['dist/server.js'],
    'npm start': ['--enable-source-maps', 'dist/server.js'],
  });
  tellSize(join(libraries, 'node_modules'));
} finally {
  rmSync(directory, { recursive: true });
}
if (!isMet) process.exitCode = 1;

// --- internal ---

async function compare(project, programs) {
  const name = `rest_gen_bench_start_${process.pid}`;
  const database = await createDatabase('postgres', name, join(project, 'migrations'), 1000);
  const samples = Object.fromEntries(Object.keys(programs).map((key) => [key, []]));
  try {
    // The first round fills the cache of the disk.
    for (let round = -1; round < ROUNDS; round++) {
      for (const [key, args] of Object.entries(programs)) {
        const sample = await start(project, args, database.url);
        if (round >= 0) samples[key].push(sample);
      }
    }
  } finally {
    await database.drop();
  }
  for (const [key, list] of Object.entries(samples)) {
    const [clock, listening, cpu] = ['clock', 'listening', 'cpu'].map((figure) =>
      median(list.map((one) => one[figure]))
        .toFixed(0)
        .padStart(4),
    );
    console.log(
      `${key.padEnd(10)} ${clock} ms to the first answer, ${listening} ms until it listens, ${cpu} ms processor`,
    );
  }
  const [ratio, cpu] = ['clock', 'cpu'].map((figure) =>
    median(samples.ours.map((one, round) => one[figure] / samples.express[round][figure])),
  );
  tell(
    ratio <= MAX_RATIO,
    `ours / express: ${ratio.toFixed(2)} (at most ${MAX_RATIO}); of processor time ${cpu.toFixed(2)}`,
  );
}

async function start(cwd, args, url) {
  const env = { ...environment, NODE_ENV: 'production', PORT: '0', DATABASE_URL: url };
  const began = performance.now();
  const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'inherit'], env });
  const ended = once(child, 'exit');
  try {
    const [line] = await once(child.stdout, 'data');
    const listening = performance.now() - began;
    const { status, body } = await ask(new URL(String(line).trim()).port, { method: 'GET', path: '/post/7' });
    const clock = performance.now() - began;
    if (status !== 200) throw new Error(`${args.at(-1)}: ${status} ${body}`);
    return { clock, listening, cpu: (readCpu([child.pid]) ?? 0) / 1000 };
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
}

function tellSize(modules) {
  const files = readdirSync(modules, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
  const drivers = readdirSync(modules).filter((name) => /sqlite|photostructure/.test(name));
  console.log(`router, logic, model, server, Express and pg: ${(bytes / 1e6).toFixed(1)} MB in ${files.length} files`);
  tell(drivers.length === 0, `drivers for SQLite among them: ${drivers.length} (0)`);
}

function tell(met, text) {
  console.log(`${met ? 'met   ' : 'MISSED'} ${text}`);
  isMet &&= met;
}
