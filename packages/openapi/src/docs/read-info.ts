import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Described } from '../options.ts';
import type { Info } from '../types.ts';

/**
 * Read name, version and description from the nearest `package.json` with a name above the rules file; for rules passed as an option, above the
 * working directory.
 *
 * @returns `{ title: 'API', version: '0.0.0' }` without one
 */
export function readInfo(router: Described): Info {
  const file = router.describe().rules.find((rule) => rule.file !== undefined)?.file;
  let directory = file === undefined ? process.cwd() : dirname(file);
  for (;;) {
    const { name, version, description } = readManifest(directory);
    if (typeof name === 'string') {
      return {
        title: name,
        version: typeof version === 'string' ? version : '0.0.0',
        ...(typeof description === 'string' && { description }),
      };
    }
    const parent = dirname(directory);
    if (parent === directory) return { title: 'API', version: '0.0.0' };
    directory = parent;
  }
}

// --- internal ---

function readManifest(directory: string): { name?: unknown; version?: unknown; description?: unknown } {
  try {
    return JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) ?? {};
  } catch {
    // Missing or invalid: try the parent directory.
    return {};
  }
}
