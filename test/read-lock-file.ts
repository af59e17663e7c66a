import { readText } from './workspace.ts';

/** A package of a lock file. */
export interface Locked {
  readonly name: string;
  readonly version: string;
}

/**
 * Read the packages of a pnpm lock file.
 *
 * @param path - relative to the root
 */
export function readLockFile(path: string): Locked[] {
  const packages = /\npackages:\n(.*?)\nsnapshots:\n/s.exec(readText(path))?.[1] ?? '';
  const entries = packages.matchAll(/^ {2}'?(?<name>@?[^@'\s]+)@(?<version>[^'(\n]+?)'?:$/gm);
  return [...entries].map(({ groups }) => ({
    name: groups?.name ?? '',
    version: groups?.version ?? '',
  }));
}
