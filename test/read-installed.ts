import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { listMembers, ROOT } from './workspace.ts';

/** The `package.json` of an installed package. */
export interface Installed {
  readonly name: string;
  readonly version: string;
  readonly license?: unknown;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  /** It may name peers without a range, too. */
  readonly peerDependenciesMeta?: Readonly<Record<string, unknown>>;
  /** Its absolute path. */
  readonly folder: string;
}

/** All packages that users may install with the packages of the workspace: runtime and peer dependencies, recursively. */
export function readRuntimeDependencies(): Installed[] {
  const found = new Map<string, Installed>();
  for (const { path } of listMembers('packages')) collect(join(ROOT, path), true, found);
  return [...found.values()]
    .filter(({ folder }) => folder.includes('.pnpm'))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

// --- internal ---

function collect(folder: string, isOurs: boolean, found: Map<string, Installed>): void {
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = read(folder);
  const optional = new Set(Object.keys(optionalDependencies ?? {}));
  const peers = { ...peerDependencies, ...peerDependenciesMeta };
  const names = Object.keys({ ...dependencies, ...optionalDependencies, ...(isOurs && peers) });
  // The alias of the other major of Express.
  if (isOurs && peerDependencies?.express) names.push('express4');
  for (const name of names) {
    const place = locate(folder, name);
    if (place === undefined && optional.has(name)) continue;
    if (place === undefined) throw new Error(`${name}, which ${folder} needs, is not installed`);
    if (found.has(place)) continue;
    found.set(place, read(place));
    collect(place, false, found);
  }
}

function locate(from: string, name: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const place = join(folder, 'node_modules', name);
    if (existsSync(join(place, 'package.json'))) return realpathSync(place);
    if (folder === dirname(folder)) return undefined;
  }
}

function read(folder: string): Installed {
  return { ...JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')), folder };
}
