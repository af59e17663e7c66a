import { readFileSync } from 'node:fs';

/** The version of this package. */
export function ownVersion(): string {
  // `src` and `dist` are both one level below the package.
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
