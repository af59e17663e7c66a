// Runs the programs of docs/compared.md and sends them the requests of requests.js: `node qa/compared/run.js [names]`.
// Needs Node 24, PostgreSQL and npm. Each program is installed into a temporary directory, which KEEP=1 keeps.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { checkRows } from './postgrest/check-rows.js';
import { checkRequests } from './requests.js';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SERVER = process.env.REST_GEN_POSTGRES ?? 'postgres://postgres@127.0.0.1:5432';
const NAMES = ['rest-gen', 'nestjs', 'adonisjs', 'feathers', 'payload', 'postgrest'];

const names = process.argv.slice(2);
for (const name of names.length > 0 ? names : NAMES) {
  const began = performance.now();
  const count = await withDatabase(name, name === 'postgrest' ? checkRows : (url) => runProgram(name, url));
  console.log(`ok ${name}: ${count} requests, ${Math.round((performance.now() - began) / 1_000)} s`);
}

// --- internal ---

/** @template T @param {string} name @param {(url: string) => Promise<T>} use */
async function withDatabase(name, use) {
  const database = `compared_${name.replace('-', '_')}_${process.pid}`;
  const server = new pg.Client(`${SERVER}/postgres`);
  await server.connect();
  await server.query(`create database ${database}`);
  try {
    return await use(`${SERVER}/${database}`);
  } finally {
    await server.query(`drop database ${database} with (force)`);
    await server.end();
  }
}

/** @param {string} name @param {string} url */
async function runProgram(name, url) {
  const { default: program } = await import(`./programs/${name}.js`);
  const parent = mkdtempSync(join(tmpdir(), `compared-${name}-`));
  const directory = join(parent, 'tracker');
  mkdirSync(directory);
  const port = await findPort();
  const env = { ...process.env, ...program.env, DATABASE_URL: url, PORT: String(port) };
  const run = (command, args) =>
    execFileSync(command, args, { cwd: directory, env, stdio: ['ignore', 'ignore', 'inherit'] });
  try {
    install(name, directory, run);
    for (const folder of ['project', 'resource']) cpSync(join(HERE, name, folder), directory, { recursive: true });
    for (const step of [...(program.build ?? []), ...(program.migrate ?? [])]) run(process.execPath, step);
    const child = spawn(process.execPath, program.start, {
      cwd: directory,
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    try {
      const origin = `http://127.0.0.1:${port}`;
      await untilListening(origin + program.path, child);
      return await checkRequests(origin, program);
    } finally {
      if (child.exitCode === null) {
        child.kill('SIGKILL');
        await once(child, 'exit');
      }
    }
  } finally {
    if (process.env.KEEP === undefined) rmSync(parent, { recursive: true });
    else console.log(directory);
  }
}

/** rest-gen is this checkout, with a project of its generator; the others come from npm. */
function install(name, directory, run) {
  if (name === 'rest-gen') {
    run(process.execPath, [join(ROOT, 'packages/cli/bin/rest-gen.js'), 'new', '.', '--db', 'postgres', '--no-install']);
    symlinkSync(join(ROOT, 'node_modules'), join(directory, 'node_modules'));
    return;
  }
  cpSync(join(HERE, name, 'package.json'), join(directory, 'package.json'));
  run('npm', ['install', '--no-audit', '--no-fund', '--silent']);
}

async function findPort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function untilListening(address, child) {
  for (let tries = 0; tries < 600; tries += 1) {
    if (child.exitCode !== null) throw new Error(`the program ended with ${child.exitCode}`);
    const response = await fetch(address).catch(() => undefined);
    if (response !== undefined) return;
    await wait(100);
  }
  throw new Error(`nothing listens on ${address}`);
}
