import { createRequire } from 'node:module';
import { join } from 'node:path';
import process from 'node:process';

/** The programs that can run the TypeScript of a project. */
export interface Runtime {
  /** Version of Node. */
  readonly node: string;
  /** Node strips types and lets us resolve imports to sources: 22.18 and later. */
  readonly stripsTypes: boolean;
  /** The project has `tsx`. */
  readonly hasTsx: boolean;
}

/** Find out whether this Node or an installed package can run TypeScript. */
export function runtimeOf(root: string): Runtime {
  // Node has this since 22.10; `@types/node` of the oldest supported Node does not.
  const { typescript } = process.features as { typescript?: unknown };
  const [major, minor] = parseVersion(process.versions.node);
  return {
    node: process.versions.node,
    stripsTypes: Boolean(typescript) && (major > 22 || (major === 22 && minor >= 15)),
    hasTsx: findPackage(root, 'tsx') !== undefined,
  };
}

/** Resolve a package from a project; undefined if it is not installed. */
export function findPackage(root: string, name: string): string | undefined {
  try {
    return createRequire(join(root, 'package.json')).resolve(name);
  } catch {
    return undefined;
  }
}

/** The SQLite driver of a Node without a stable one of its own, and its version range. */
export const SQLITE_DRIVER: readonly [name: string, range: string] = ['@photostructure/sqlite', '^1.2.1'];

/** Whether this version of Node includes a stable SQLite driver, `node:sqlite`. */
export function hasSqlite(nodeVersion: string): boolean {
  const [major, minor] = parseVersion(nodeVersion);
  return major > 25 || (major === 24 && minor >= 15);
}

/** Whether this version of Node runs TypeScript, without its types. */
export function runsTypeScript(nodeVersion: string): boolean {
  const [major, minor] = parseVersion(nodeVersion);
  return major > 23 || (major === 22 && minor >= 18);
}

// --- internal ---

function parseVersion(text: string): readonly [major: number, minor: number] {
  const [major = 0, minor = 0] = text.split('.').map(Number);
  return [major, minor];
}
