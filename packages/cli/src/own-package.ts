import { readFileSync } from 'node:fs';

/** The version of this package. */
export function ownVersion(): string {
  return (JSON.parse(readOwn('package.json')) as { version: string }).version;
}

/** The text of a built template, as an ES module: `controller`. */
export function ownTemplate(name: string): string {
  return readOwn(`dist/templates/${name}.js`);
}

// --- internal ---

/** Sources, built files and the bundle are one level below the package. */
function readOwn(path: string): string {
  return readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
}
