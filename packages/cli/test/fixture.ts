import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CliError } from '../src/errors.ts';
import { run } from '../src/main.ts';

/** Kinds of projects. */
export const KINDS = ['ts-esm', 'ts-cjs', 'js-esm', 'js-cjs', 'empty'] as const;
export type Kind = (typeof KINDS)[number];

/** Directory of this package. */
export const PACKAGE: string = fileURLToPath(new URL('..', import.meta.url));
/** Directory of the workspace. */
export const WORKSPACE: string = join(PACKAGE, '../..');

/** A time for migrations: `20260102030405`. */
export const NOW = new Date('2026-01-02T03:04:05.678Z');

/** The built command. */
export const BIN: string = join(PACKAGE, 'bin/rest-gen.js');

const made: string[] = [];

/** Make a temporary directory, removed by {@link removeDirectories}. */
export function makeDirectory(): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'rest-gen-')));
  made.push(directory);
  return directory;
}

export function removeDirectories(): void {
  for (const directory of made.splice(0)) rmSync(directory, { recursive: true, force: true });
}

/** Make a project; packages resolve as they do for this package. */
export function makeProject(kind: Kind, options: { model?: boolean; files?: Record<string, string> } = {}): string {
  const root = makeDirectory();
  if (kind === 'empty') put(root, 'package.json', '{}');
  else {
    const names = ['express', '@rest-gen/router', '@rest-gen/logic', ...(options.model ? ['@rest-gen/model'] : [])];
    const dependencies = Object.fromEntries(names.map((name) => [name, '*']));
    const devDependencies = { '@types/express': '*', '@types/node': '*', typescript: '*' };
    const type = kind.endsWith('esm') ? { type: 'module' } : {};
    put(root, 'package.json', JSON.stringify({ name: 'app', ...type, dependencies, devDependencies }));
    symlinkSync(join(PACKAGE, 'node_modules'), join(root, 'node_modules'), 'dir');
  }
  if (kind.startsWith('ts')) {
    const compilerOptions = {
      module: 'nodenext',
      target: 'es2022',
      strict: true,
      noImplicitOverride: true,
      noUncheckedIndexedAccess: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: true,
      noEmit: true,
      types: ['node'],
      typeRoots: [join(WORKSPACE, 'node_modules/@types')],
    };
    put(root, 'tsconfig.json', JSON.stringify({ compilerOptions, include: ['src', 'migrations'] }));
  }
  for (const [path, contents] of Object.entries(options.files ?? {})) put(root, path, contents);
  return root;
}

/** Write a file with the directories above it. */
export function put(root: string, path: string, contents: string | Buffer): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), contents);
}

export function read(root: string, path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/** Every file and directory below a root but `node_modules`, with a hash of its bytes: `{ 'src/': '', 'src/a.js': '…' }`. */
export function tree(root: string): Record<string, string> {
  const found: Record<string, string> = {};
  // Not `recursive: true`: Node 24 follows links there, and those of `node_modules` lead through the whole workspace.
  const visit = (directory: string, prefix: string) => {
    for (const entry of readdirSync(directory, { withFileTypes: true })) {
      const name = prefix + entry.name;
      if (name === 'node_modules') continue;
      const path = join(directory, entry.name);
      if (entry.isDirectory()) {
        found[`${name}/`] = '';
        visit(path, `${name}/`);
      } else if (entry.isFile()) found[name] = createHash('sha256').update(readFileSync(path)).digest('hex');
      else found[name] = 'link';
    }
  };
  visit(root, '');
  return found;
}

/** The files of a tree, sorted. */
export function fileNames(root: string): string[] {
  return Object.keys(tree(root))
    .filter((name) => !name.endsWith('/'))
    .sort();
}

/** Copy a project. */
export function copy(root: string): string {
  const target = makeDirectory();
  cpSync(root, target, { recursive: true, verbatimSymlinks: true });
  return target;
}

export interface Ran {
  code: number;
  out: string;
  err: string;
}

/** Run a command line in a directory; words are split at spaces. */
export async function cli(
  cwd: string,
  line: string | readonly string[],
  options: { env?: Record<string, string>; isTTY?: boolean; columns?: number; now?: Date } = {},
): Promise<Ran> {
  const ran = { code: -1, out: '', err: '' };
  const collect = (key: 'out' | 'err') => ({
    isTTY: options.isTTY,
    columns: options.columns,
    write(text: string) {
      ran[key] += text;
    },
  });
  const words = typeof line === 'string' ? line.split(' ').filter(Boolean) : line;
  const io = {
    cwd,
    env: options.env ?? {},
    stdout: collect('out'),
    stderr: collect('err'),
    now: () => options.now ?? NOW,
  };
  ran.code = await run(words, io);
  return ran;
}

/** Run the built command in its own process. */
export function start(cwd: string, words: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<Ran> {
  return new Promise((resolve) => {
    execFile(process.execPath, [BIN, ...words], { cwd, env }, (error, out, err) =>
      resolve({ code: Number(error?.code ?? 0), out, err }),
    );
  });
}

/** Run a program of a project with Node. @returns what it printed. @throws {Error} with that, if it fails */
export function runNode(root: string, args: readonly string[], env: Record<string, string> = {}): string {
  try {
    return execFileSync(process.execPath, args, {
      cwd: root,
      encoding: 'utf8',
      stdio: 'pipe',
      env: { ...process.env, ...env },
    });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(stdout + stderr);
  }
}

/** The `CliError` that something throws. */
export async function thrownBy(action: () => unknown): Promise<CliError> {
  try {
    await action();
  } catch (error) {
    if (error instanceof CliError) return error;
    throw error;
  }
  throw new Error('Nothing was thrown.');
}
