import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { toGraph } from '../../test/import-graph.ts';
import { readImports } from '../../test/read-imports.ts';
import { listFiles, ROOT } from '../../test/workspace.ts';

/** Bytes of the tracked code under `packages/` outside of tests; comments are not counted. */
export function countBytes(): number {
  const tracked = execFileSync('git', ['ls-files', 'packages'], { cwd: ROOT, encoding: 'utf8' }).split('\n');
  return tracked
    .filter((file) => /\.(?:[cm]?[jt]s|ejs)$/.test(file) && !/\/test\//.test(file))
    .reduce((sum, file) => sum + bytesOf(file), 0);
}

export interface Reach {
  readonly files: number;
  readonly lines: number;
}

/** What a file of the router loads with it, itself included: imports of values, of the router and of no other package. */
export function countReach(entry: string): Reach {
  const graph = valueGraph('packages/router/src');
  const reached = new Set<string>();
  const visit = (file: string): void => {
    if (reached.has(file)) return;
    reached.add(file);
    for (const target of graph.get(file) ?? []) visit(target);
  };
  visit(entry);
  const lines = [...reached].reduce((sum, file) => sum + linesOf(`packages/router/src/${file}`), 0);
  return { files: reached.size, lines };
}

/** Lines of all sources in a folder. */
export function countLines(folder: string): number {
  return sourcesIn(folder).reduce((sum, file) => sum + linesOf(file), 0);
}

/** The longest way through the folders of a package: each imports from the next one. */
export function countFloors(folder: string): number {
  const files = sourcesIn(folder);
  const graph = toGraph(folder, files, files.flatMap(readImports));
  const below = new Map<string, Set<string>>();
  for (const [file, targets] of graph) {
    const own = folderOf(file);
    for (const target of targets.map(folderOf)) {
      if (target !== own) below.set(own, (below.get(own) ?? new Set()).add(target));
    }
  }
  const height = (name: string, path: readonly string[]): number => {
    const others = [...(below.get(name) ?? [])].filter((one) => !path.includes(one));
    return 1 + Math.max(0, ...others.map((one) => height(one, [...path, name])));
  };
  return Math.max(...[...below.keys()].map((name) => height(name, [])));
}

// --- internal ---

const { parse } = createRequire(join(ROOT, 'packages/cli/package.json'))('@babel/parser') as {
  parse: (text: string, options: object) => { comments: readonly { start: number; end: number }[] };
};

function bytesOf(file: string): number {
  const text = readFileSync(join(ROOT, file), 'utf8');
  if (file.endsWith('.ejs')) return Buffer.byteLength(text);
  const { comments } = parse(text, { sourceType: 'unambiguous', plugins: ['typescript'], errorRecovery: true });
  const bytes = comments.reduce((sum, { start, end }) => sum + Buffer.byteLength(text.slice(start, end)), 0);
  return Buffer.byteLength(text) - bytes;
}

function valueGraph(folder: string): ReadonlyMap<string, readonly string[]> {
  const files = sourcesIn(folder);
  const imports = files.flatMap(readImports).filter(({ typeOnly }) => !typeOnly);
  return toGraph(folder, files, imports);
}

function sourcesIn(folder: string): string[] {
  return listFiles(folder).filter((file) => file.endsWith('.ts'));
}

function linesOf(file: string): number {
  return readFileSync(join(ROOT, file), 'utf8').split('\n').length - 1;
}

function folderOf(file: string): string {
  return file.includes('/') ? file.slice(0, file.lastIndexOf('/')) : '.';
}
