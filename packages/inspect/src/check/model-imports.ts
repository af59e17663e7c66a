import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { listModules, type Project, showPath } from '@rest-gen/router/internal';
import type { Finding } from './types.ts';

/**
 * Find controllers and logics that import `config/model`: policies restrict `this.model()`, not `models`.
 *
 * The sources are searched as text, base classes too.
 */
export function modelImports({ rulesFile }: Project): Finding[] {
  // Without files there are no imports to look at.
  if (rulesFile === undefined) return [];
  const root = resolve(dirname(rulesFile), '..');
  const files = ['controller', 'logic'].flatMap((folder) => [...listModules(join(root, folder), EXTENSIONS).values()]);
  return files.flatMap((file): Finding[] => {
    const name = findImport(readFileSync(file, 'utf8'), dirname(file), join(root, 'config/model'));
    if (name === undefined) return [];
    const message = `it imports ${name}, whose records no policy restricts`;
    const hint = 'Use this.model(…), or models.as(user).model(…). If all records are meant, this needs no change.';
    return [{ code: 'C_MODEL_IMPORT', level: 'note', message, file: showPath(file), name, hint }];
  });
}

// --- internal ---

const EXTENSIONS = ['.ts', '.mts', '.cts', '.js', '.mjs', '.cjs'];

/** Static imports and re-exports, `import()` and `require()` of a relative path. */
const IMPORTED = /\b(?:from|import|require)\b[\s(]*(['"])(\.[^'"\n]*)\1/g;

/** @returns the path as it is written */
function findImport(source: string, directory: string, model: string): string | undefined {
  for (const { index, 2: path = '' } of source.matchAll(IMPORTED)) {
    if (join(directory, path).replace(/\.[cm]?[jt]s$/, '') !== model) continue;
    const line = source.slice(source.lastIndexOf('\n', index) + 1, index + 1);
    // A comment, or an import of types, which reads nothing.
    if (!/^\s*(?:\/\/|\*|\/\*|import type\b)/.test(line)) return path;
  }
  return undefined;
}
