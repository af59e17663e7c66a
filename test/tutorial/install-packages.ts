import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Manifest, ROOT } from '../workspace.ts';

/**
 * Install packages in a project, as `npm install` does: those that its package.json names, and more.
 *
 * They are links to those of this workspace. With `TUTORIAL_TARBALLS`, a directory of our tarballs, npm installs them.
 *
 * @param options - those of npm, and the names of packages
 */
export function installPackages(project: string, options: readonly string[] = []): void {
  const file = join(project, 'package.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<string, string>>;
  const kind = options.includes('--save-dev') ? 'devDependencies' : 'dependencies';
  const added = options.filter((option) => !option.startsWith('-'));
  const names = [...Object.keys(manifest.dependencies ?? {}), ...Object.keys(manifest.devDependencies ?? {}), ...added];
  const tarballs = process.env.TUTORIAL_TARBALLS;
  if (tarballs !== undefined) {
    const files = readdirSync(tarballs).map((name) => join(tarballs, name));
    const ours = withOurs(names.filter(isOurs)).flatMap((name) => files.filter((path) => isTarballOf(name, path)));
    const others = added.filter((name) => !isOurs(name));
    const flags = [
      '--no-audit',
      '--no-fund',
      '--prefer-offline',
      ...options.filter((option) => option.startsWith('-')),
    ];
    execFileSync('npm', ['install', ...flags, ...ours, ...others], { cwd: project, stdio: 'pipe' });
    return;
  }
  for (const name of added) manifest[kind] = { ...manifest[kind], [name]: '*' };
  // What restarts the server on Node 22.18 and later is not installed here; Node itself does it, too.
  const dev = manifest.scripts?.dev;
  if (dev?.startsWith('nodemon')) {
    const watch = '--watch --watch-path=src --watch-path=migrations --watch-preserve-output';
    manifest.scripts = { ...manifest.scripts, dev: `node ${watch} src/server.ts` };
  }
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
  for (const name of names) if (name !== 'nodemon') link(name, join(project, 'node_modules'));
}

// --- internal ---

function isOurs(name: string): boolean {
  return name === 'rest-gen' || name.startsWith('@rest-gen/');
}

/** Adds the packages of this repository that these depend on: npm would look for them in the registry. */
function withOurs(names: readonly string[]): string[] {
  const known = new Set(names);
  for (const name of known) {
    const folder = join(ROOT, 'packages', name === 'rest-gen' ? 'cli' : basename(name));
    const { dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
    for (const other of Object.keys(dependencies).filter(isOurs)) known.add(other);
  }
  return [...known];
}

/** Whether a path is `rest-gen-auth-1.1.0.tgz` of `@rest-gen/auth`. */
function isTarballOf(name: string, path: string): boolean {
  const stem = name.replace('@', '').replace('/', '-');
  return new RegExp(`^${stem}-\\d`).test(basename(path));
}

/** Link a package and its programs. */
function link(name: string, modules: string): void {
  const place = join(modules, name);
  if (existsSync(place)) return;
  const folder = find(name);
  mkdirSync(dirname(place), { recursive: true });
  symlinkSync(folder, place, 'junction');
  const { bin = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { bin?: object | string };
  const programs = typeof bin === 'string' ? { [name]: bin } : (bin as Record<string, string>);
  mkdirSync(join(modules, '.bin'), { recursive: true });
  for (const [program, path] of Object.entries(programs)) {
    symlinkSync(join(folder, path), join(modules, '.bin', program));
    chmodSync(join(folder, path), 0o755);
  }
}

/** Where the workspace has a package. */
function find(name: string): string {
  if (name === 'rest-gen') return join(ROOT, 'packages/cli');
  // The version that `rest-gen new` asks for.
  const alias = name === 'typescript' ? 'typescript5' : name;
  const places = ['node_modules', 'packages/cli/node_modules', 'node_modules/.pnpm/node_modules'];
  const found = places.map((place) => join(ROOT, place, alias)).find((place) => existsSync(place));
  if (found === undefined) throw new Error(`The workspace has no package ${name}`);
  return found;
}
