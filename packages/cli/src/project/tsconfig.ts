import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { statPath } from '../paths.ts';

/**
 * Whether the imports of a TypeScript project name `.ts` files, so that Node can run its sources: its `tsconfig.json`
 * has `rewriteRelativeImportExtensions` or `allowImportingTsExtensions`. `extends` is not followed.
 *
 * @param root - absolute path of the project
 */
export function importsTypeScript(root: string): boolean {
  const options = compilerOptions(join(root, 'tsconfig.json'));
  return options?.rewriteRelativeImportExtensions === true || options?.allowImportingTsExtensions === true;
}

/**
 * Whether the `tsconfig.json` of a project has `isolatedDeclarations`: the types of exports are written, not inferred.
 */
export function isolatesDeclarations(root: string): boolean {
  return compilerOptions(join(root, 'tsconfig.json'))?.isolatedDeclarations === true;
}

/** The `outDir` in the `tsconfig.json` of a project, relative to the project: `dist`. */
export function outDirectory(root: string): string | undefined {
  const out = compilerOptions(join(root, 'tsconfig.json'))?.outDir;
  return typeof out === 'string' ? out.replace(/^\.\/|\/$/g, '') : undefined;
}

// --- internal ---

const COMMENT = /("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
const LAST_COMMA = /("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])/g;

/** The file is JSON with comments and trailing commas. TypeScript reports a broken one. */
function compilerOptions(file: string): Record<string, unknown> | undefined {
  try {
    if (!statPath(file)?.isFile()) return undefined;
    const json = readFileSync(file, 'utf8')
      .replace(/^\ufeff/, '')
      .replace(COMMENT, (_whole, literal = '') => literal)
      .replace(LAST_COMMA, (_whole, literal = '') => literal);
    return (JSON.parse(json) as { compilerOptions?: Record<string, unknown> } | null)?.compilerOptions;
  } catch {
    return undefined;
  }
}
