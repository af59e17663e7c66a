import { readText } from './workspace.ts';

/** One import or re-export of a source file. */
export interface Import {
  /** The file it is in, relative to the root. */
  file: string;
  /** What it names: `./run.ts`, `@rest-gen/logic`, `node:fs`. */
  specifier: string;
  /** `import type`: nothing of it is left when the program runs. */
  typeOnly: boolean;
  /** `import('…')`: loaded when that line runs. */
  isLazy: boolean;
}

/** Every static import, re-export and `import('…')` of a file; statements begin their line, as Biome writes them. */
export function readImports(file: string): Import[] {
  return [...readText(file).matchAll(IMPORT)].map((match) => ({
    file,
    specifier: match.groups?.from ?? match.groups?.bare ?? match.groups?.dynamic ?? '',
    isLazy: match.groups?.dynamic !== undefined,
    typeOnly: /^(?:import|export) type\s/.test(match[0]),
  }));
}

// --- internal ---

const IMPORT =
  /^(?:import|export)\s[^'"`;]*?\bfrom\s*['"](?<from>[^'"]+)['"]|^import\s*['"](?<bare>[^'"]+)['"]|\bimport\(\s*['"](?<dynamic>[^'"]+)['"]\s*\)/gm;
