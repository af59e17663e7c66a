import { readText } from './workspace.ts';

/** One package of a lock file. */
export interface Locked {
  readonly name: string;
  readonly version: string;
  /** How it is known again: `{integrity: sha512-…}`. */
  readonly resolution: string;
}

/**
 * Read everything below `packages:` of a lock file of pnpm.
 *
 * @param path - relative to the root
 */
export function readLockFile(path: string): Locked[] {
  const packages = /\npackages:\n(.*?)\nsnapshots:\n/s.exec(readText(path))?.[1] ?? '';
  const entries = packages.matchAll(
    /^ {2}'?(?<name>@?[^@'\s]+)@(?<version>[^'(\n]+?)'?:\n {4}resolution: (?<how>.*)$/gm,
  );
  return [...entries].map(({ groups }) => ({
    name: groups?.name ?? '',
    version: groups?.version ?? '',
    resolution: groups?.how ?? '',
  }));
}
