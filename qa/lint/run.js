// Makes projects with two resources and users, and runs on them the linters and formatters that people have: each has to find nothing.
import { spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('.', import.meta.url));
const generated = join(folder, 'generated');
const bin = (name) => join(folder, 'node_modules/.bin', name);
let failed = 0;

/** Flags of the compiler beyond `strict`. `isolatedDeclarations` is none: a logic is a value whose type is inferred. */
const FLAGS = [
  'noPropertyAccessFromIndexSignature',
  'noUncheckedIndexedAccess',
  'exactOptionalPropertyTypes',
  'noImplicitReturns',
  'noUnusedLocals',
  'noUnusedParameters',
  'verbatimModuleSyntax',
  'erasableSyntaxOnly',
];

for (const [name, ...flags] of [['ts'], ['js', '--js', '--test', 'vitest', '--db', 'postgres']]) {
  const project = join(generated, name);
  rmSync(project, { recursive: true, force: true });
  run('rest-gen', ['new', project, '--no-install', ...flags], folder);
  const rest = (...args) => run('rest-gen', args, project);
  rest('controller', 'post', 'title:string!', 'body:text', 'price:decimal', '-r');
  rest('controller', 'comment', 'post_id:references!', 'text:text!', 'at:datetime', '-r');
  rest('policy', 'post', '--all');
  rest('auth');
  addDependency('@rest-gen/auth', join(project, 'package.json'));
  console.log(`# ${name}`);
  check('prettier', ['--check', '.'], project);
  check('biome', ['check', '.'], project);
  check('knip', [], project);
  check('depcheck', [], project);
  if (name !== 'ts') continue;
  copyFileSync(join(folder, 'eslint.config.js'), join(project, 'eslint.config.js'));
  check('eslint', ['.'], project);
  for (const flag of FLAGS) check('tsc', ['-p', '.', `--${flag}`, 'true'], project);
}
process.exit(failed > 0 ? 1 : 0);

function run(name, args, cwd) {
  const { status, stdout, stderr } = spawnSync(bin(name), args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${name} ${args.join(' ')}\n${stdout}${stderr}`);
}

/** What `npm install <name>` writes. */
function addDependency(name, manifest) {
  const { dependencies, ...others } = JSON.parse(readFileSync(manifest, 'utf8'));
  const sorted = Object.entries({ ...dependencies, [name]: dependencies['@rest-gen/router'] }).sort();
  writeFileSync(manifest, `${JSON.stringify({ ...others, dependencies: Object.fromEntries(sorted) }, null, 2)}\n`);
}

function check(name, args, cwd) {
  const { status, stdout, stderr } = spawnSync(bin(name), args, { cwd, encoding: 'utf8' });
  console.log(`${status === 0 ? 'ok ' : 'BAD'} ${[name, ...args].join(' ')}`);
  if (status === 0) return;
  failed += 1;
  console.log(stdout + stderr);
}
