import { readFileSync } from 'node:fs';

/** The version of a dependency of this folder that is installed. */
export function readVersion(name) {
  return JSON.parse(readFileSync(new URL(`../node_modules/${name}/package.json`, import.meta.url), 'utf8')).version;
}
