// Prepares a folder for each major of Express, and runs the packages: `npx -y pnpm@10 qa middleware [names]`.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import blankTypes from 'ts-blank-space';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const ROUTER = `${ROOT}packages/router/`;

rmSync(`${FOLDER}generated`, { recursive: true, force: true });
for (const major of ['express', 'express4']) prepare(major);
const { status } = spawnSync(
  process.execPath,
  ['node_modules/mocha/bin/mocha.js', '--no-config', '--timeout', '20000', 'qa/middleware/middleware.e2e.js'],
  { cwd: ROOT, env: { ...process.env, NODE_ENV: 'test', MIDDLEWARE: process.argv.slice(2).join() }, stdio: 'inherit' },
);
rmSync(`${FOLDER}generated`, { recursive: true, force: true });
process.exitCode = status ?? 1;

/** The application with a router whose `express` is of one major. */
function prepare(major) {
  const folder = `${FOLDER}generated/${major}/`;
  const modules = `${folder}node_modules/`;
  for (const scope of ['@rest-gen', '@eslint-community', '@photostructure'])
    mkdirSync(modules + scope, { recursive: true });
  cpSync(`${FOLDER}app`, folder, { recursive: true });
  writeFileSync(`${folder}rest.js`, blankTypes(readFileSync(`${ROOT}test/fixture/rest.ts`, 'utf8')));
  writeFileSync(`${folder}package.json`, '{ "type": "module" }\n');
  const { dependencies } = JSON.parse(readFileSync(`${ROUTER}package.json`, 'utf8'));
  for (const name of Object.keys(dependencies))
    symlinkSync(realpathSync(`${ROUTER}node_modules/${name}`), modules + name);
  const sqlite = '@photostructure/sqlite';
  symlinkSync(realpathSync(`${ROOT}node_modules/${sqlite}`), modules + sqlite);
  for (const name of ['package.json', 'dist'])
    cpSync(ROUTER + name, `${modules}@rest-gen/router/${name}`, { recursive: true });
  const own = major === 'express4' ? ['express', 'express-async-errors', 'express-openapi-validator'] : ['express'];
  const from = major === 'express4' ? `${FOLDER}express4/node_modules/` : `${FOLDER}node_modules/`;
  for (const name of own) symlinkSync(realpathSync(from + name), modules + name);
}
