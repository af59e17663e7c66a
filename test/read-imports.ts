import { readText } from './workspace.ts';

/** An import or re-export of a source file. */
export interface Import {
  /** The importing file, relative to the root. */
  file: string;
  /** `./run.ts`, `@rest-gen/logic`, `node:fs`. */
  specifier: string;
  /** `import type`. */
  typeOnly: boolean;
  /** `import('…')`. */
  isLazy: boolean;
}

/** Every static import, re-export and `import('…')` of a file; expects the formatting of Biome. */
export function readImports(file: string): Import[] {
  const text = readText(file).replace(/^ *\*.*$/gm, '');
  return [...text.matchAll(IMPORT)].map((match) => ({
    file,
    specifier: match.groups?.from ?? match.groups?.bare ?? match.groups?.dynamic ?? '',
    isLazy: match.groups?.dynamic !== undefined,
    typeOnly: /^(?:import|export) type\s/.test(match[0]),
  }));
}

// --- internal ---

const IMPORT =
  /^(?:import|export)\s[^'"`;]*?\bfrom\s*['"](?<from>[^'"]+)['"]|^import\s*['"](?<bare>[^'"]+)['"]|\bimport\(\s*['"](?<dynamic>[^'"]+)['"]\s*\)/gm;
