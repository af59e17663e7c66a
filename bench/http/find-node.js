import { execFileSync } from 'node:child_process';

/**
 * Find the binary of a major of Node: that of this process, else the npm package `node`.
 *
 * @returns its path and version
 */
export function findNode(major) {
  if (process.versions.node.startsWith(`${major}.`)) return { path: process.execPath, version: process.versions.node };
  const options = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
  const path = execFileSync('npx', ['-y', '-p', `node@${major}`, 'which', 'node'], options).trim();
  return { path, version: execFileSync(path, ['-p', 'process.versions.node'], options).trim() };
}
