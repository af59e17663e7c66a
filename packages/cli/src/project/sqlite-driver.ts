/** The SQLite driver of a Node without a stable one of its own, and its version range. */
export const SQLITE_DRIVER: readonly [name: string, range: string] = ['@photostructure/sqlite', '^1.2.1'];

/** Whether this version of Node includes a stable SQLite driver, `node:sqlite`. */
export function hasSqlite(nodeVersion: string): boolean {
  const [major = 0, minor = 0] = nodeVersion.split('.').map(Number);
  return major > 25 || (major === 24 && minor >= 15);
}
